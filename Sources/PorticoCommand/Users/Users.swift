import ArgumentParser
import Foundation
import PorticoAuth
import PorticoConfig

/// The commands for accounts of all servers. A running server notices changes within a second.
struct Users: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add, list, change and delete accounts.",
        discussion: "An account of another server is named with it: works:ada is that of ada on the server works.",
        subcommands: [
            List.self, Show.self, Add.self, Invite.self, Import.self, Disable.self, Enable.self, SetPassword.self,
            ResetPassword.self, SetEmail.self, SetGroups.self, MakeAdministrator.self, RemoveAdministrator.self,
            EndSessions.self, ResetFactors.self, Delete.self,
        ])
}

/// Options of all commands for one account.
struct AccountOptions: ParsableArguments {
    @Argument(help: "User name; SERVER:NAME for an account of another server.")
    var username: String
    @OptionGroup var output: OutputOptions
    @OptionGroup var folder: FolderOptions

    /// Finds the account, changes it, and prints its new state.
    ///
    /// - Parameter needsPassword: whether the change requires a local account.
    /// - Throws: ``AuthError/noSuchAccount``, ``AuthError/passwordElsewhere``, the errors of `work`.
    func change(
        _ done: String, needsPassword: Bool = false, _ work: (AuthServices, AccountID) async throws -> Void
    ) async throws {
        let services = try await folder.accounts()
        let id = try await services.directory.account(named: username).id
        guard !needsPassword || id.server == .local else { throw AuthError.passwordElsewhere }
        try await work(services, id)
        let account = try await services.directory.account(named: username)
        try output.print(AccountValue(account), "\(done) \(id.name)")
    }
}
