import ArgumentParser
import Foundation
import PorticoAuth
import PorticoConfig

extension Users {
    struct EndSessions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "End all sign-ins of an account.")
        @OptionGroup var account: AccountOptions

        func run() async throws {
            let services = try await account.folder.accounts()
            let id = try await services.directory.account(named: account.username).id
            let ended = EndedSessions(
                ended: try await services.users.endSignIns(.all, of: id, client: .commandLine))
            try account.output.print(ended, ended.text)
        }
    }

    struct ResetFactors: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Remove the authenticator app, the recovery codes and the passkeys of somebody who has lost them.",
            discussion: "The password alone then suffices to log in. The person gets a mail.")
        @OptionGroup var account: AccountOptions
        @OptionGroup var confirmation: Confirmation

        func run() async throws {
            let services = try await account.folder.accounts()
            let found = try await services.directory.account(named: account.username)
            let (hasApp, passkeys) = (
                try await services.factors.state(of: found.id).appAddedAt != nil,
                try await services.passkeys.all(of: found.id)
            )
            guard hasApp || !passkeys.isEmpty else {
                throw CommandFailure("the account has neither an authenticator app nor passkeys")
            }
            try confirmation.ask(
                "Remove the authenticator app and the passkeys of \(found.id.name) (\(found.name))?")
            try await services.factors.remove(of: found, isReset: true, client: .commandLine)
            try account.output.print(
                AccountValue(found), "removed the authenticator app and the passkeys of \(found.id.name)")
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete an account and everything kept of it but the log of security events.")
        @OptionGroup var account: AccountOptions
        @OptionGroup var confirmation: Confirmation

        func run() async throws {
            let directory = try await account.folder.accounts().directory
            let found = try await directory.account(named: account.username)
            try confirmation.ask("Delete \(found.id.name) (\(found.name)) and everything kept of it?")
            let language = try await account.folder.configuration().value(of: UserConfig.language, in: found.id)
            try await directory.delete(found.id, language: language)
            try account.output.print(AccountValue(found), "deleted \(found.id.name)")
        }
    }
}
