import Foundation

/// A named, typed configuration value with a default and a rule for what is valid.
///
/// Values are stored as JSON. A stored value that no longer decodes or no longer passes `isValid` reads as the default.
public struct SettingKey<Value: Codable & Equatable & Sendable>: Sendable {
    /// The name under which it is stored and by which pages name it in `data-config`.
    public let name: String
    public let defaultValue: Value
    /// Whose values it has.
    public let level: ConfigLevel
    public let isValid: @Sendable (Value) -> Bool

    public init(
        _ name: String,
        default defaultValue: Value,
        level: ConfigLevel = .person,
        isValid: @escaping @Sendable (Value) -> Bool = { _ in true }
    ) {
        self.name = name
        self.defaultValue = defaultValue
        self.level = level
        self.isValid = isValid
    }

    /// The value that `json` holds, or `nil` where it is not a valid value of this key.
    public func decode(_ json: String) -> Value? {
        guard let value = try? JSONDecoder().decode(Value.self, from: Data(json.utf8)), isValid(value) else {
            return nil
        }
        return value
    }

    /// What `values` hold under this key's name, or the default where that is nothing, or no longer valid.
    func value(in values: [String: String]) -> Value {
        values[name].flatMap(decode) ?? defaultValue
    }

    /// The same; notes its name where what is stored is no longer valid.
    func value(in values: [String: String], invalid: inout [String]) -> Value {
        guard let json = values[name] else { return defaultValue }
        if let value = decode(json) { return value }
        invalid.append(name)
        return defaultValue
    }

    /// The JSON form of `value`.
    ///
    /// - Throws: ``ConfigError/invalidValue(key:)`` where the value breaks the key's rule.
    public func encode(_ value: Value) throws -> String {
        guard isValid(value) else { throw ConfigError.invalidValue(key: name) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

public enum ConfigError: Error, Equatable {
    /// The value breaks the rule of the key with this name; nothing was stored.
    case invalidValue(key: String)
    /// The key with this name has its values elsewhere; nothing was stored.
    case wrongScope(key: String)
    /// Somebody else changed the values of these keys after they were read; nothing was stored.
    case changedMeanwhile(keys: Set<String>)
}
