import ArgumentParser
import Foundation
import PorticoAuth

extension Users {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add accounts from a file; each person gets a link to choose a password.",
            discussion: """
                The file has comma-separated values in UTF-8 (RFC 4180). Its first line names the columns, in any order: \
                username, name, email and, where wanted, administrator (true or false, yes or no, 1 or 0) and groups (names \
                separated by spaces). Where a row is refused, nothing is added unless --partial is given, and the exit status is 1.

                Example: \(Program.name) users import people.csv --dry-run
                """)

        @Argument(help: "The file; - for standard input.", completion: .file(extensions: ["csv"]))
        var file: String
        @Flag(help: "Add the good rows although others are refused.")
        var partial = false
        @Flag(help: "Check everything and change nothing.")
        var dryRun = false
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let bytes = Array(try InputFile(path: file).contents())
            let directory = try await folder.accounts(createsMissing: !dryRun).directory
            do {
                try show(try await add(bytes, to: directory))
            } catch let failure as AccountImportFailure {
                if output.json { try output.print(ImportValue(failure, isDryRun: dryRun), "") }
                throw failure
            }
        }

        private func add(_ bytes: [UInt8], to directory: AccountDirectory) async throws -> AccountImportReport {
            try await ProgressBar.with { bar in
                let accountImport = AccountImport(into: directory) { progress in
                    bar.show(progress.step.label, progress.done, of: progress.total)
                }
                return try await accountImport.run(bytes, isPartial: partial, isDryRun: dryRun)
            }
        }

        private func show(_ report: AccountImportReport) throws {
            let refused = report.refusedRows
            let value = ImportValue(report, isDryRun: dryRun)
            if !output.json {
                for refusal in report.refusals {
                    Terminal.report("line \(refusal.line): \(refusal.explanation)")
                }
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
