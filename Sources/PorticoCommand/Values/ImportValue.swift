import PorticoAuth

/// The output of `users import`.
struct ImportValue: Encodable {
    struct Refusal: Encodable {
        let line: Int
        let reason: String
    }

    let rows: Int
    let added: Int
    let withPassword: Int
    let disabled: Int
    /// The data of another system that does not come along.
    let notes: [String]
    let dryRun: Bool
    let refused: [Refusal]

    init(_ report: AccountImportReport, isDryRun: Bool, notes: [String] = []) {
        rows = report.rows
        added = report.added
        withPassword = report.withPassword
        disabled = report.disabled
        self.notes = notes
        dryRun = isDryRun
        refused = report.refusals.map { Refusal(line: $0.line, reason: $0.explanation) }
    }

    /// For an invalid file: the refusal is that of the header line.
    init(_ failure: AccountImportFailure, isDryRun: Bool) {
        rows = 0
        added = 0
        withPassword = 0
        disabled = 0
        notes = []
        dryRun = isDryRun
        refused = [Refusal(line: 1, reason: failure.explanation)]
    }

    var text: String {
        var facts: [String] = []
        if withPassword > 0 { facts.append("\(withPassword) with a password") }
        if disabled > 0 { facts.append("\(disabled) disabled") }
        let details = facts.isEmpty ? "" : ", \(facts.joined(separator: ", "))"
        return "\(dryRun ? "would add" : "added") \(added.of("account"))\(details)"
    }
}
