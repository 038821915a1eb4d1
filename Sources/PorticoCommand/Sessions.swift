import ArgumentParser
import Foundation
import PorticoAuth

/// The commands for sign-ins in force. A running server notices changes within a second.
struct Sessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List and end sign-ins.", subcommands: [List.self, End.self])
}

extension Sessions {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the sign-ins in force.",
            discussion: "Columns: id, user name, browser, address, since, last seen, whether it is automatic.")

        @Option(help: "Only those of this account: ada, or works:ada of the server works.")
        var user: String?
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let services = try await folder.accounts()
            let sessions = try await services.sessions(ofUser: user)
            let values = sessions.map { SessionValue($0, policy: services.policy.sessions) }
            try output.print(values, SessionValue.columns, \.cells)
        }
    }

    struct End: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End one sign-in, those of an account, or all.",
            discussion: "Example: \(Program.name) sessions end --user ada")

        @Argument(help: "Id of a sign-in, as sessions list has it.")
        var id: Int64?
        @Option(help: "End all sign-ins of this account.")
        var user: String?
        @Flag(help: "End all sign-ins of everybody.")
        var all = false
        @OptionGroup var confirmation: Confirmation
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func validate() throws {
            guard [id != nil, user != nil, all].filter(\.self).count == 1 else {
                throw ValidationError("Give either an id, --user or --all.")
            }
        }

        func run() async throws {
            let services = try await folder.accounts()
            let ended = EndedSessions(ended: try await end(services))
            try output.print(ended, ended.text)
        }

        /// Also ends sign-ins that have expired by the options of this command, because the server's options may
        /// differ.
        private func end(_ services: AuthServices) async throws -> Int {
            if let user {
                let account = try await services.directory.account(named: user).id
                return try await services.users.endSignIns(.all, of: account, client: .commandLine)
            }
            if let id {
                guard let found = try await services.store.openSignIn(id) else {
                    throw CommandFailure("there is no session \(id) in force")
                }
                return try await services.users.endSignIns(.one(id), of: found.signIn.account.id, client: .commandLine)
            }
            let open = try await services.store.openSignInCount()
            guard let last = open.last else { return 0 }
            try confirmation.ask("End all sessions of \(open.accounts.of("person", "people"))?")
            return try await ProgressBar.with { bar in
                var ended = 0
                bar.show("ending sessions", ended, of: open.signIns)
                try await services.users.endAllSignIns(upTo: last, client: .commandLine) { count in
                    ended += count
                    bar.show("ending sessions", ended, of: open.signIns)
                }
                return ended
            }
        }
    }
}

extension AuthServices {
    /// The sign-ins in force of an account, or of all accounts.
    ///
    /// - Throws: ``AuthError/noSuchAccount``
    fileprivate func sessions(ofUser user: String?) async throws -> [OpenSignIn] {
        if let user { return try await authenticator.sessions(of: directory.account(named: user).id) }
        return try await authenticator.sessions()
    }
}
