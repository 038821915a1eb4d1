/// A valid value for a key, to be stored together with others.
public struct ConfigSetting: Sendable {
    let key: String
    let json: String
    let level: ConfigLevel

    init(key: String, json: String, level: ConfigLevel) {
        self.key = key
        self.json = json
        self.level = level
    }

    /// - Throws: ``ConfigError/invalidValue(key:)`` if the value breaks the key's rule.
    public init<Value>(_ key: SettingKey<Value>, to value: Value) throws {
        self.key = key.name
        level = key.level
        json = try key.encode(value)
    }
}
