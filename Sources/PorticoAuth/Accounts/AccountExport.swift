import PorticoBytes
import PorticoConfig

/// Local accounts as a CSV file in UTF-8 (RFC 4180), with the columns that ``AccountImport`` reads.
public enum AccountExport {
    /// The file. Accounts of other servers are left out.
    public static func file(_ accounts: [Account]) -> String {
        let rows = accounts.filter { $0.id.server == .local }.map { account in
            AccountImportColumn.exported.map { value(of: $0, account) }
        }
        let header = AccountImportColumn.exported.map(\.rawValue)
        return ([header] + rows.map { $0.map(quoted) }).map { $0.joined(separator: ",") + "\r\n" }.joined()
    }

    private static func value(of column: AccountImportColumn, _ account: Account) -> String {
        switch column {
        case .username: account.id.user
        case .name: account.name
        case .email: account.email?.value ?? ""
        case .administrator: account.isAdministrator ? "yes" : "no"
        case .groups: account.groups.names.joined(separator: " ")
        case .passwordHash: ""
        }
    }

    /// Quotes every field of a person, so that no separator in it ends the field.
    private static func quoted(_ text: String) -> String {
        "\"" + spreadsheetSafe(text).replacing(bytes: "\"", with: "\"\"") + "\""
    }

    /// Spreadsheets evaluate a field that begins like a formula, and people choose their own names. An apostrophe turns
    /// the field into text (OWASP, CSV Injection). A field that begins with such an apostrophe itself gets a further
    /// one.
    private static func spreadsheetSafe(_ text: String) -> String {
        beginsLikeFormula(text) ? "'" + text : text
    }

    /// The text of an exported field.
    static func text(ofField field: String) -> String {
        guard beginsLikeFormula(field), let text = field.dropping(prefix: "'") else { return field }
        return String(text)
    }

    /// Spreadsheets may ignore spaces, marks and invisible characters before a formula, and read full-width signs.
    private static func beginsLikeFormula(_ text: String) -> Bool {
        let content = text.unicodeScalars.drop { $0 == "'" }
        let first = content.first { $0 != "'" && !$0.isLeftOut }
        return content.first.map(lineStarts.contains) ?? false || first.map(formulaStarts.contains) ?? false
    }

    private static let lineStarts: Set<Unicode.Scalar> = ["\t", "\r", "\n"]
    private static let formulaStarts: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
}

extension Unicode.Scalar {
    fileprivate var isLeftOut: Bool {
        switch properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .spacingMark, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            true
        default: false
        }
    }
}
