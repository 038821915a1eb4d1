import Foundation
import PorticoBytes

/// A type-erased ``SettingKey``.
public struct NamedKey: Sendable {
    public let name: String
    /// The JSON form of the default.
    public let defaultJSON: String
    /// The valid values, if there is a fixed set of them.
    public let choices: [String]?
    private let normal: @Sendable (String) -> String?

    init<Value>(_ key: SettingKey<Value>) {
        self.init(key, choices: nil)
    }

    init<Value: CaseIterable & RawRepresentable<String>>(_ key: SettingKey<Value>) {
        self.init(key, choices: Value.allCases.map(\.rawValue))
    }

    private init<Value>(_ key: SettingKey<Value>, choices: [String]?) {
        self.choices = choices
        name = key.name
        defaultJSON = (try? key.encode(key.defaultValue)) ?? "null"
        normal = { json in key.decode(json).flatMap { try? key.encode($0) } }
    }

    /// The normalized JSON of a value; nil if `json` is not a valid value of this key.
    public func value(_ json: String) -> String? { normal(json) }

    /// The JSON of a typed value: JSON, or plain text for a string.
    ///
    /// - Throws: ``ConfigError/invalidValue(key:)``
    public func value(typed text: String) throws -> String {
        let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        guard let value = normal(text) ?? (text.begins(with: "\"") ? nil : normal(quoted)) else {
            throw ConfigError.invalidValue(key: name)
        }
        return value
    }
}

extension UserConfig {
    /// All keys of an account except secrets.
    public static let keys = [
        NamedKey(appearance), NamedKey(textSize), NamedKey(userInfo), NamedKey(currentFactoryCode),
        NamedKey(workShopCode), NamedKey(productLineCode), NamedKey(storeHouseCode), NamedKey(timeZone),
        NamedKey(chosenTimeZone), NamedKey(language),
    ]
}
