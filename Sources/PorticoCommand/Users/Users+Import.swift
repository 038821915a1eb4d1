import ArgumentParser
import Foundation
import PorticoAuth
import PorticoBytes

extension Users {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add accounts from a file; people without a password in it get a link to choose one.",
            discussion: """
                The file has comma-separated values in UTF-8 (RFC 4180). Its first line names the columns, in any order: \
                username, name, email and, where wanted, administrator (true or false, yes or no, 1 or 0), groups (names \
                separated by spaces) and password_hash (of another system). With --from, the file is the export of that \
                system. Where a row is refused, nothing is added unless --partial is given, and the exit status is 1.

                Example: \(Program.name) users import people.csv --dry-run
                """)

        @Argument(help: "The file; - for standard input.", completion: .file(extensions: ["csv", "json", "yml"]))
        var file: String
        @Option(help: "The system that exported the file.")
        var from: PeopleSource?
        @Flag(help: "Add the good rows although others are refused.")
        var partial = false
        @Flag(help: "Check everything and change nothing.")
        var dryRun = false
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let bytes = Array(try InputFile(path: file).contents())
            do {
                let exported = try from?.people(bytes)
                let directory = try await folder.accounts(createsMissing: !dryRun).directory
                let report = try await ProgressBar.with { bar in
                    let accountImport = AccountImport(into: directory) { progress in
                        bar.show(progress.step.label, progress.done, of: progress.total)
                    }
                    return if let exported {
                        try await accountImport.run(
                            exported.people, besides: exported.refusals, isPartial: partial, isDryRun: dryRun)
                    } else {
                        try await accountImport.run(bytes, isPartial: partial, isDryRun: dryRun)
                    }
                }
                try show(report, exported)
            } catch let failure as AccountImportFailure {
                if output.json { try output.print(ImportValue(failure, isDryRun: dryRun), "") }
                throw failure
            }
        }

        private func show(_ report: AccountImportReport, _ exported: ExportedPeople?) throws {
            let refused = report.refusedRows
            let value = ImportValue(report, isDryRun: dryRun, notes: exported?.notes ?? [])
            if !output.json {
                let names = exported.map { Dictionary($0.people.map { ($0.line, $0.userName) }) { first, _ in first } }
                for refusal in report.refusals {
                    let name = names?[refusal.line].map { " (\($0.printable))" } ?? ""
                    Terminal.report("\(exported?.place ?? "line") \(refusal.line)\(name): \(refusal.explanation)")
                }
                value.notes.forEach(Terminal.report)
            }
            if output.json || refused == 0 || partial { try output.print(value, value.text) }
            guard refused > 0 else { return }
            let rest = partial ? "" : ", so nothing is added: see --partial"
            throw CommandFailure("refused \(refused) of \(report.rows.of("row"))\(rest)")
        }
    }
}

extension AccountImportProgress.Step {
    fileprivate var label: String {
        switch self {
        case .checking: "checking rows"
        case .adding: "adding accounts"
        }
    }
}
