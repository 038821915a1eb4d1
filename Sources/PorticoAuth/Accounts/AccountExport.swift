import PorticoConfig

/// Local accounts as a CSV file in UTF-8 (RFC 4180), with the columns that ``AccountImport`` reads.
public enum AccountExport {
    /// The file. Accounts of other servers are left out.
    public static func file(_ accounts: [Account]) -> String {
        let rows = accounts.filter { $0.id.server == .local }.map { account in
            AccountImportColumn.allCases.map { value(of: $0, account) }
        }
        let header = AccountImportColumn.allCases.map(\.rawValue)
        return ([header] + rows).map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func value(of column: AccountImportColumn, _ account: Account) -> String {
        switch column {
        case .username: account.id.user
        case .name: account.name
        case .email: account.email?.value ?? ""
        case .administrator: account.isAdministrator ? "yes" : "no"
        case .groups: account.groups.names.joined(separator: " ")
        }
    }

    private static func field(_ text: String) -> String {
        let text = spreadsheetSafe(text)
        guard text.contains(where: { "\",".contains($0) || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// Spreadsheets run a field that begins like a formula, and people choose their names themselves: an apostrophe
    /// makes it a text (OWASP, CSV Injection). So does another one before apostrophes that would be taken for it.
    private static func spreadsheetSafe(_ text: String) -> String {
        beginsLikeFormula(text) ? "'" + text : text
    }

    /// The text of an exported field.
    static func text(ofField field: String) -> String {
        guard field.first == "'", beginsLikeFormula(field) else { return field }
        return String(field.dropFirst())
    }

    private static func beginsLikeFormula(_ text: String) -> Bool {
        text.first { $0 != "'" }.map(formulaStarts.contains) == true
    }

    private static let formulaStarts: Set<Character> = ["=", "+", "-", "@", "\t", "\r"]
}
