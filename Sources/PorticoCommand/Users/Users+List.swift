import ArgumentParser
import Foundation
import PorticoAuth

extension Users {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the accounts.",
            discussion: "Columns: user name, name, email address, marks. On a terminal they are aligned, else tabs.")

        @Option(help: "Only those whose user name, name or email address contains this.")
        var search: String?
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let directory = try await folder.accounts().directory
            let accounts = try await directory.accounts(AccountQuery(text: search ?? "", limit: .max))
            try output.print(accounts.map(AccountValue.init), AccountValue.columns, \.cells)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show what is known of an account.")
        @OptionGroup var account: AccountOptions

        func run() async throws {
            let services = try await account.folder.accounts()
            let found = try await services.directory.account(userName: account.username)
            let details = AccountDetails(
                found, hasPassword: try await services.store.credential(of: found.id)?.passwordHash != nil,
                sessions: try await services.authenticator.sessions(of: found.id))
            try account.output.print(details, details.text)
        }
    }
}
