import ArgumentParser
import Foundation
import PorticoAuth

/// The commands for queued mails. A running server notices changes within a second.
struct Mails: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List queued mails, send one now, and remove one that was given up.",
        subcommands: [List.self, Send.self, Drop.self], defaultSubcommand: List.self)
}

extension Mails {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the mails that wait or were given up, oldest first.",
            discussion: "Columns: id, kind, recipient, state, attempts, next attempt, error of the last attempt.")

        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let mails = try await folder.accounts().store.mails(limit: .max)
            let now = Date()
            try output.print(mails.map { MailValue($0, at: now) }, MailValue.columns, \.cells)
        }
    }

    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have the server send a mail now that waits or was given up.",
            discussion: "Example: \(Program.name) mails send 7")

        @Argument(help: "Id of a mail, as mails list has it.")
        var id: Int64
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            try await folder.accounts().store.sendNow(id, at: Date())
            try output.print(ChangedMail(id: id), "mail \(id) is due now")
        }
    }

    struct Drop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a mail that was given up.", discussion: "Example: \(Program.name) mails drop 7")

        @Argument(help: "Id of a mail, as mails list has it.")
        var id: Int64
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            try await folder.accounts().store.drop(id)
            try output.print(ChangedMail(id: id), "removed mail \(id)")
        }
    }
}

extension QueuedMailProblem: CLIError {
    var message: String {
        switch self {
        case .noSuchMail: "there is no such mail in the queue"
        case .isUnderWay: "the mail is being sent"
        case .waits: "the mail waits to be sent; only one that was given up can be removed"
        }
    }
}
