import PorticoAuth

/// The output of `users import`.
struct ImportValue: Encodable {
    struct Refusal: Encodable {
        let line: Int
        let reason: String
    }

    let rows: Int
    let added: Int
    let dryRun: Bool
    let refused: [Refusal]

    init(_ report: AccountImportReport, isDryRun: Bool) {
        rows = report.rows
        added = report.added
        dryRun = isDryRun
        refused = report.refusals.map { Refusal(line: $0.line, reason: $0.explanation) }
    }

    /// For an invalid file: the refusal is that of the header line.
    init(_ failure: AccountImportFailure, isDryRun: Bool) {
        rows = 0
        added = 0
        dryRun = isDryRun
        refused = [Refusal(line: 1, reason: failure.explanation)]
    }

    var text: String { "\(dryRun ? "would add" : "added") \(added.of("account"))" }
}
