import ArgumentParser
import Foundation
import PorticoAuth
import PorticoBytes
import PorticoConfig

extension Users {
    struct SetPassword: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give an account another password and end all its sign-ins.")
        @OptionGroup var account: AccountOptions
        @OptionGroup var password: PasswordOptions

        func run() async throws {
            try await account.change("changed the password of", needsPassword: true) {
                let (directory, id) = ($0.directory, $1)
                let isAdministrator = try await directory.account(named: id.name).isAdministrator
                let new = try password.read {
                    try directory.requirePassword($0, userName: id.user, isAdministrator: isAdministrator)
                }
                try await directory.setPassword(new, of: id)
            }
        }
    }

    struct ResetPassword: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take the password of an account away, end all its sign-ins and send the link to choose another.")
        @OptionGroup var account: AccountOptions

        func run() async throws {
            try await account.change("took away the password of") { try await $0.directory.revokePassword(of: $1) }
        }
    }
}

/// The source of a password. Never the command line, which other users of the machine can read.
struct PasswordOptions: ParsableArguments {
    @Flag(name: .customLong("password-stdin"), help: "Read the password from standard input, to its end.")
    var fromStandardInput = false

    /// - Parameter check: throws for a refused password, before the person types it again.
    func read(_ check: (String) throws -> Void) throws -> String {
        guard fromStandardInput else { return try prompt(check) }
        let data = try FileHandle.standardInput.readToEnd() ?? Data()
        guard var password = String(validating: data, as: UTF8.self) else {
            throw CommandFailure(Self.notText)
        }
        // "\r\n" is one Character, so both suffixes are needed.
        if let line = password.dropping(suffix: "\r\n") ?? password.dropping(suffix: "\n") { password = String(line) }
        return password
    }

    private func prompt(_ check: (String) throws -> Void) throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure("no terminal to ask for the password: use --password-stdin")
        }
        let first = try ask("Password: ")
        try first.map(check)
        let second = try ask("Once more: ")
        guard let first, first == second else { throw CommandFailure("the two passwords differ") }
        return first
    }

    private func ask(_ question: String) throws -> String? {
        guard let typed = getpass(question) else { return nil }
        guard let password = String(validatingCString: typed) else { throw CommandFailure(Self.notText) }
        return password
    }

    private static let notText = "the password is not UTF-8"
}
