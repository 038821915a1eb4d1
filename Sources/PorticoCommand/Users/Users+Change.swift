import ArgumentParser
import Foundation
import PorticoAuth

extension Users {
    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Disable an account and end all its sign-ins.")
        @OptionGroup var account: AccountOptions

        func run() async throws {
            try await account.change("disabled") { try await $0.directory.setDisabled(true, $1) }
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Enable an account again.")
        @OptionGroup var account: AccountOptions

        func run() async throws {
            try await account.change("enabled") { try await $0.directory.setDisabled(false, $1) }
        }
    }

    struct MakeAdministrator: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let an account administer.")
        @OptionGroup var account: AccountOptions

        func run() async throws {
            try await account.change("made an administrator of") { try await $0.directory.setAdministrator(true, $1) }
        }
    }

    struct RemoveAdministrator: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let an account administer no more; somebody must be left who may.")
        @OptionGroup var account: AccountOptions

        func run() async throws {
            try await account.change("removed as administrator:") {
                try await $0.directory.setAdministrator(false, $1)
            }
        }
    }

    struct SetGroups: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put an account into these groups, and into no others.",
            discussion: """
                The server of an account may name other groups when it confirms a sign-in.

                Example: \(Program.name) users set-groups ada staff editors
                """)

        @OptionGroup var account: AccountOptions
        @Argument(help: "The names of the groups.")
        var groups: [String] = []
        @Flag(help: "Take the account out of all groups.")
        var none = false

        func validate() throws {
            if none == !groups.isEmpty { throw ValidationError("Name at least one group, or give --none.") }
        }

        func run() async throws {
            let groups = try GroupName.list(groups.joined(separator: " "))
            try await account.change("changed the groups of") { try await $0.directory.setGroups(groups, of: $1) }
        }
    }

    struct SetEmail: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give an account an email address, or none, without asking the person.")

        @OptionGroup var account: AccountOptions
        @Argument(help: "The address.")
        var address: String?
        @Flag(help: "Take the address away.")
        var none = false

        func validate() throws {
            if none == (address != nil) { throw ValidationError("Give either an address or --none.") }
        }

        func run() async throws {
            let email = try address.map { text in
                guard let email = EmailAddress(text) else { throw AccountProblem.emailInvalid }
                return email
            }
            try await account.change("changed the email address of") { try await $0.directory.setEmail(email, of: $1) }
        }
    }
}
