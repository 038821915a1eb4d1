import Foundation
import PorticoBytes
import PorticoConfig
import PorticoServer

/// The output for a stored setting of an account.
struct EntryValue: Encodable {
    let key: String
    let value: JSONValue?
    /// Whether the value is hidden.
    let secret: Bool
    let stored: Bool
    /// `unknown` or `invalid`, if the stored value is not in force.
    let problem: String?

    init(_ entry: StoredConfig.Entry) {
        key = entry.key
        value = entry.json.map(JSONValue.init(json:))
        secret = entry.json == nil
        stored = entry.isStored
        problem = entry.flaw?.rawValue
    }

    static let columns = ["KEY", "VALUE"]

    var cells: [String] { [key, text + note] }

    private var note: String {
        switch problem {
        case "invalid": "  (not valid: the default counts)"
        case "unknown": "  (not known here)"
        default: ""
        }
    }

    /// A text unchanged; any other value as JSON on one line.
    var text: String {
        switch value {
        case nil: "(set)"
        case .text(let text): text.printable
        case let value?: ((try? JSONText.line(value)) ?? "").printable
        }
    }
}

/// The output for an option of the installation.
struct OptionValue: Encodable {
    let key: String
    /// A number for a numeric option. nil for no value, and for a secret.
    let value: JSONValue?
    let secret: Bool
    /// Whether a secret has a value; nil for other options.
    let set: Bool?
    let source: String
    let variable: String
    /// The value as text.
    private let plain: String

    private enum CodingKeys: String, CodingKey {
        case key, value, secret, set, source, variable
    }

    init(_ option: InstallationOption) {
        key = option.key
        value = option.value.map { option.isNumber ? JSONValue(json: $0) : .text($0) }
        secret = option.isSecret
        set = option.isSecret ? option.isSecretSet : nil
        source = option.source.rawValue
        variable = option.variable
        plain = option.value ?? ""
    }

    static let columns = ["KEY", "VALUE", "SOURCE", "ENVIRONMENT VARIABLE"]

    var cells: [String] { [key, text, source, variable] }

    var text: String { self.set == true ? "(set)" : plain.printable }
}
