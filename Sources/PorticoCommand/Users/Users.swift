import ArgumentParser
import Foundation
import PorticoAuth
import PorticoConfig

/// Accounts of the local server. A server that is running notices within a second.
struct Users: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add, list, change and delete accounts.",
        subcommands: [
            List.self, Show.self, Add.self, Invite.self, Import.self, Disable.self, Enable.self, SetPassword.self,
            ResetPassword.self, SetEmail.self, MakeAdministrator.self, RemoveAdministrator.self, EndSessions.self,
            Delete.self,
        ])
}

/// What every command about one account takes.
struct AccountOptions: ParsableArguments {
    @Argument(help: "User name.")
    var username: String
    @OptionGroup var output: OutputOptions
    @OptionGroup var folder: FolderOptions

    /// Finds the account, does something with it, and prints what it is now.
    func change(_ done: String, _ work: (AuthServices, AccountID) async throws -> Void) async throws {
        let services = try await folder.accounts()
        let id = try await services.directory.account(userName: username).id
        try await work(services, id)
        let account = try await services.directory.account(userName: username)
        try output.print(AccountValue(account), "\(done) \(id.user)")
    }
}
