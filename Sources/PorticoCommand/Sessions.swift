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

        /// Ends also sign-ins that have expired by the options of this command: those of the server may be others.
        private func end(_ services: AuthServices) async throws -> Int {
            if let user {
                let account = try await services.directory.account(named: user).id
                return try await services.users.endSignIns(.all, of: account, client: .commandLine)
            }
            let sessions = try await services.store.openSignIns()
            if let id {
                guard let found = sessions.first(where: { $0.signIn.id == id }) else {
                    throw CommandFailure("there is no session \(id) in force")
                }
                return try await services.users.endSignIns(.one(id), of: found.signIn.account.id, client: .commandLine)
            }
            let accounts = Set(sessions.map(\.signIn.account.id))
            if !accounts.isEmpty {
                try confirmation.ask("End all sessions of \(accounts.count.of("person", "people"))?")
            }
            return try await ProgressBar.with { bar in
                var ended = 0
                for (done, account) in accounts.enumerated() {
                    bar.show("ending sessions", done, of: accounts.count)
                    ended += try await services.users.endSignIns(.all, of: account, client: .commandLine)
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
