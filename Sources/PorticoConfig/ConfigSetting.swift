/// A value for a key, checked and ready to be stored together with others.
public struct ConfigSetting: Sendable {
    let key: String
    let json: String
    let level: ConfigLevel

    /// - Throws: ``ConfigError/invalidValue(key:)`` where the value breaks the key's rule.
    public init<Value>(_ key: ConfigKey<Value>, to value: Value) throws {
        self.key = key.name
        level = key.level
        json = try key.encode(value)
    }
}
