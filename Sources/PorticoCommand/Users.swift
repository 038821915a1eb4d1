import ArgumentParser
import Foundation
import PorticoAuth
import PorticoConfig
import PorticoServer

/// Accounts of the local server. A server that is running notices within a second.
struct Users: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add, list and change accounts.",
        subcommands: [Add.self, List.self, Disable.self, Enable.self, SetPassword.self])
}

extension Users {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add an account.")

        @Argument(help: "User name: a–z 0–9 . _ - @ +, at most 64.")
        var username: String
        @Option(help: "Name to show; by default the user name.")
        var name: String?
        @Flag(help: "Make it an administrator.")
        var administrator = false
        @OptionGroup var password: PasswordOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let new = NewAccount(
                userName: username, name: name ?? username, password: try password.read(),
                isAdministrator: administrator)
            try await folder.withAccounts { accounts in
                let account = try await accounts.add(new)
                print("added \(account.id.user)")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the accounts.")
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            try await folder.withAccounts { accounts in
                for account in try await accounts.accounts() {
                    let marks = [
                        account.isAdministrator ? "administrator" : nil, account.isDisabled ? "disabled" : nil,
                    ]
                    print(([account.id.user, account.name] + marks.compactMap { $0 }).joined(separator: "\t"))
                }
            }
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Disable an account and end all its sign-ins.")
        @Argument var username: String
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            try await folder.withAccounts { try await $0.setDisabled(true, userName: username) }
            print("disabled \(username)")
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Enable an account again.")
        @Argument var username: String
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            try await folder.withAccounts { try await $0.setDisabled(false, userName: username) }
            print("enabled \(username)")
        }
    }

    struct SetPassword: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give an account another password and end all its sign-ins.")
        @Argument var username: String
        @OptionGroup var password: PasswordOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let password = try password.read()
            try await folder.withAccounts { try await $0.setPassword(password, userName: username) }
            print("changed the password of \(username)")
        }
    }
}

/// Where a password comes from: never the command line, which others on the machine can read.
struct PasswordOptions: ParsableArguments {
    @Flag(name: .customLong("password-stdin"), help: "Read the password from standard input, to its end.")
    var fromStandardInput = false

    func read() throws -> String {
        guard fromStandardInput else { return try prompt() }
        let data = try FileHandle.standardInput.readToEnd() ?? Data()
        guard var password = String(validating: data, as: UTF8.self) else {
            throw CommandFailure(description: "the password is not UTF-8")
        }
        if password.hasSuffix("\n") { password.removeLast() }
        return password
    }

    private func prompt() throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(description: "no terminal to ask for the password: use --password-stdin")
        }
        let first = getpass("Password: ").map { String(cString: $0) }
        let second = getpass("Once more: ").map { String(cString: $0) }
        guard let first, first == second else { throw CommandFailure(description: "the two passwords differ") }
        return first
    }
}

extension FolderOptions {
    /// Opens the data folder, does something with its accounts, and says in plain words what went wrong.
    fileprivate func withAccounts(_ work: (AccountDirectory) async throws -> Void) async throws {
        let accounts = try await AccountDirectory.open(options: options())
        do {
            try await work(accounts)
        } catch let problem as AccountProblem {
            throw CommandFailure(description: problem.line)
        } catch let error as AuthError {
            throw CommandFailure(description: error.line)
        }
    }
}
