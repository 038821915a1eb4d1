import Foundation
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

    /// A text as it is; any other value as JSON on one line.
    var text: String {
        switch value {
        case nil: "a secret, not shown"
        case .text(let text): text.printable
        case let value?: ((try? JSONText.line(value)) ?? "").printable
        }
    }
}

/// The output for an option of the installation.
struct OptionValue: Encodable {
    let key: String
    let value: String?
    let secret: Bool
    let variable: String

    init(_ option: InstallationOption) {
        key = option.key
        value = option.value
        secret = option.isSecretSet
        variable = option.variable
    }

    static let columns = ["KEY", "VALUE", "ENVIRONMENT VARIABLE"]

    var cells: [String] { [key, text, variable] }

    var text: String { secret ? "a secret, not shown" : (value ?? "").printable }
}
