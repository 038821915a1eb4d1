import ArgumentParser
import Foundation
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoServer

extension Users {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add an account.",
            discussion: """
                Without --password-stdin or --invite it asks for a password.

                Examples:
                  \(Program.name) users add ada --name "Ada Lovelace" --administrator
                  \(Program.name) users add bob --email bob@door.example --invite
                """)

        @Argument(help: "User name: a–z 0–9 . _ - @ +, at most 64.")
        var username: String
        @Option(help: "Name to show; by default the user name.")
        var name: String?
        @Option(help: "Email address.")
        var email: String?
        @Flag(help: "Make it an administrator.")
        var administrator = false
        @Flag(help: "Set no password: the person chooses one by a link sent to the email address.")
        var invite = false
        @OptionGroup var password: PasswordOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func validate() throws {
            guard invite else { return }
            if email == nil { throw ValidationError("--invite needs --email.") }
            if password.fromStandardInput { throw ValidationError("Give either --invite or --password-stdin.") }
        }

        func run() async throws {
            let services = try await folder.accounts(createsMissing: true)
            try await check(services)
            let chosen =
                invite
                ? nil
                : try password.read {
                    try services.directory.requirePassword(
                        $0, userName: username, isAdministrator: administrator)
                }
            let account = try await services.directory.add(new(password: chosen))
            try output.print(AccountValue(account), "added \(account.id.name)")
        }

        /// Reports errors before asking for a password.
        private func check(_ services: AuthServices) async throws {
            if let id = AccountID(name: username), id.server != .local {
                throw CommandFailure("an account of \(id.server) is made by signing in there")
            }
            if let problem = services.directory.problems(with: new(password: nil)).first { throw problem }
            if let id = UserName(username)?.accountID, try await services.store.account(id) != nil {
                throw AuthError.accountExists
            }
            if let address = email.flatMap(EmailAddress.init) { try await services.requireFree(address) }
        }

        private func new(password: String?) -> NewAccount {
            NewAccount(
                userName: username, name: name ?? username, email: email ?? "", password: password,
                isAdministrator: administrator)
        }
    }

    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send somebody a link that makes an account.",
            discussion: """
                The person chooses user name and password. The server sends the mail; without a mail server, it is a file in \
                the outbox. With --print-link nothing is sent.

                Example: \(Program.name) users invite ada@door.example --print-link
                """)

        @Argument(help: "Email address.")
        var email: String
        @Option(help: "Name to suggest.")
        var name: String?
        @Flag(help: "Let the account be an administrator.")
        var administrator = false
        @Option(help: "Language of the mail: \(languages). By default that of the installation.")
        var language: String?
        @Flag(help: "Print the link instead of sending it.")
        var printLink = false
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        private static var languages: String { Language.translated.map(\.tag).joined(separator: ", ") }

        func validate() throws {
            guard let language, !Language.translated.contains(where: { $0.tag.isSameBytes(as: language) }) else {
                return
            }
            throw ValidationError("--language must be one of \(Self.languages).")
        }

        func run() async throws {
            guard let address = EmailAddress(email) else { throw AccountProblem.emailInvalid }
            let services = try await folder.accounts(createsMissing: true)
            try await services.requireFree(address)
            if let name, !name.allSatisfy(\.isWhitespace), let problem = services.directory.problem(withName: name) {
                throw problem
            }
            let invitation = Invitation(
                email: address, name: name ?? "", isAdministrator: administrator, language: language)
            guard !printLink else { return try await show(invitation, services) }
            try await services.registration.invite(invitation, client: .commandLine)
            try output.print(InvitationValue(invitation), "invited \(address)")
        }

        private func show(_ invitation: Invitation, _ services: AuthServices) async throws {
            let token = try await services.registration.link(for: invitation, client: .commandLine)
            let link = try await folder.options().link(of: token)
            if !link.isComplete {
                let note = "\(Program.name): http.origin is not set, so the link works on this machine only"
                Terminal.report(note)
            }
            try output.print(InvitationValue(invitation, link: link.address), link.address)
        }
    }
}

extension AuthServices {
    /// - Throws: ``AuthError/emailTaken``
    fileprivate func requireFree(_ email: EmailAddress) async throws {
        if try await store.account(email: email, on: .local) != nil { throw AuthError.emailTaken }
    }
}
