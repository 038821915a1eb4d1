import ArgumentParser
import Foundation
import PorticoAuth

extension Users {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the accounts.",
            discussion: """
                Columns: user name, name, email address, marks. On a terminal they are aligned, else tabs. The user name of \
                an account of another server stands after this server's id: works:ada.
                """)

        @Option(
            help:
                "Only those whose user name, with its server where that is another, name or email address contains this."
        )
        var search: String?
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let services = try await folder.accounts()
            let accounts = try await services.store.accounts(AccountQuery(text: search ?? "", limit: .max))
            let having = try await services.factors.accountsWithFactors()
            let values = accounts.map {
                AccountValue(
                    $0,
                    factor: AccountFactor(
                        hasApp: having.apps.contains($0.id), hasPasskeys: having.passkeys.contains($0.id),
                        isRequired: services.factors.areRequired(of: $0)))
            }
            try output.print(values, AccountValue.columns, \.cells)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show what is known of an account.")
        @OptionGroup var account: AccountOptions

        func run() async throws {
            let services = try await account.folder.accounts()
            let found = try await services.directory.account(named: account.username)
            let state = try await services.factors.state(of: found.id)
            let details = AccountDetails(
                found, resetAt: state.resetAt,
                factor: AccountFactor(
                    hasApp: state.appAddedAt != nil,
                    hasPasskeys: try await !services.passkeys.all(of: found.id).isEmpty,
                    isRequired: services.factors.areRequired(of: found)),
                hasPassword: try await services.store.credential(of: found.id)?.passwordHash != nil,
                sessions: try await services.authenticator.sessions(of: found.id))
            try account.output.print(details, details.text)
        }
    }
}
