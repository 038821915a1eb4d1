import Foundation

/// A named, typed configuration value with a default and a validation rule.
///
/// Values are stored as JSON. A stored value that no longer decodes or no longer passes `isReadable` reads as the
/// default.
public struct SettingKey<Value: Codable & Equatable & Sendable>: Sendable {
    /// The name in the store, and in `data-portico-config` on pages.
    public let name: String
    public let defaultValue: Value
    /// The level at which the key has values.
    public let level: ConfigLevel
    /// The validation rule.
    public let isValid: @Sendable (Value) -> Bool
    /// The rule for stored values, which may be older than `isValid`.
    private let isReadable: @Sendable (Value) -> Bool

    /// - Parameter isReadable: the rule for stored values; nil for the same.
    public init(
        _ name: String,
        default defaultValue: Value,
        level: ConfigLevel = .person,
        isValid: @escaping @Sendable (Value) -> Bool = { _ in true },
        isReadable: (@Sendable (Value) -> Bool)? = nil
    ) {
        self.name = name
        self.defaultValue = defaultValue
        self.level = level
        self.isValid = isValid
        self.isReadable = isReadable ?? isValid
    }

    /// The value in `json`; nil if it is not a readable value of this key.
    public func decode(_ json: String) -> Value? {
        guard let value = try? JSONDecoder().decode(Value.self, from: Data(json.utf8)), isReadable(value) else {
            return nil
        }
        return value
    }

    /// The stored value of this key in `values`, or the default if it is missing or invalid.
    func value(in values: [String: String]) -> Value {
        values[name].flatMap(decode) ?? defaultValue
    }

    /// As ``value(in:)``. Adds the key's name to `invalid` if the stored value is invalid.
    func value(in values: [String: String], invalid: inout [String]) -> Value {
        guard let json = values[name] else { return defaultValue }
        if let value = decode(json) { return value }
        invalid.append(name)
        return defaultValue
    }

    /// The JSON of `value`.
    ///
    /// - Throws: ``ConfigError/invalidValue(key:)`` if the value breaks the key's rule.
    public func encode(_ value: Value) throws -> String {
        guard isValid(value) else { throw ConfigError.invalidValue(key: name) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// An error of a write. Nothing was stored.
public enum ConfigError: Error, Equatable {
    /// The value breaks the rule of this key.
    case invalidValue(key: String)
    /// The key has its values at another level than the scope.
    case wrongScope(key: String)
    /// Another writer has changed the values of these keys since they were read.
    case changedMeanwhile(keys: Set<String>)
}
