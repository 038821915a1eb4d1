import ArgumentParser
import Foundation
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoServer

/// The commands for stored settings of accounts and options of the installation.
struct Config: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read and change the configuration.",
        discussion: """
            With --user it is about what is stored for a person; without, about the options of the installation. Some of \
            these can be set here: they are kept in the database. A running server takes them over at once or after a \
            restart, as config set says, unless its command line, environment or JSON file says otherwise.

            Examples:
              \(Program.name) config check --config /etc/\(Program.name)/\(Program.name).json
              \(Program.name) config set accounts.registration open
              \(Program.name) config get appearance --user ada
            """,
        subcommands: [List.self, Get.self, Set.self, Unset.self, Check.self, Export.self, Import.self])
}

extension Config {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the options of the installation, or all that is stored for a person.",
            discussion: """
                Columns of options: key, value, source of the value, environment variable. The sources are command line, \
                environment, file, database and default.
                """)

        @OptionGroup var owner: OwnerOptions

        func run() async throws {
            if let (config, account) = try await owner.person() {
                let values = try await config.entries(of: account).map(EntryValue.init)
                try owner.output.print(values, EntryValue.columns, \.cells)
            } else {
                let values = try await owner.folder.options().installation.map(OptionValue.init)
                try owner.output.print(values, OptionValue.columns, \.cells)
            }
        }
    }

    struct Get: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print the value that is in force.")

        @Argument(help: "The key, as config list has it.")
        var key: String
        @OptionGroup var owner: OwnerOptions

        func run() async throws {
            if let (config, account) = try await owner.person() {
                try owner.requireSetting(key)
                let value = EntryValue(try await config.entry(key, of: account))
                try owner.output.print(value, value.text)
            } else {
                let value = OptionValue(try await owner.folder.option(key))
                try owner.output.print(value, value.text)
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Store a value for a person, or keep one for the installation.")

        @Argument(help: "The key.")
        var key: String
        @Argument(help: "The value: JSON, or a text as it is.")
        var value: String
        @Flag(help: "Change nothing: list the people whom a stricter accounts.secondFactor would stop.")
        var rehearse = false
        @OptionGroup var owner: OwnerOptions

        func validate() throws {
            guard rehearse else { return }
            if owner.user != nil { throw ValidationError("Give either --user or --rehearse.") }
        }

        func run() async throws {
            if rehearse { return try await owner.folder.rehearse(value, for: key, owner.output) }
            guard let (config, account) = try await owner.person() else {
                return try await owner.folder.keep(value, for: key, done: "set", owner.output)
            }
            try owner.requireSetting(key)
            let stored = EntryValue(try await config.set(key, to: value, of: account))
            try await owner.folder.noteSetting(key, of: account)
            try owner.output.print(stored, "set \(stored.key) of \(account.name)")
        }
    }
}

extension Config {
    struct Unset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove the stored value of an option of the installation, or of a person.")

        @Argument(help: "The key.")
        var key: String
        @OptionGroup var owner: OwnerOptions

        func run() async throws {
            guard let (config, account) = try await owner.person() else {
                guard try await StoredOptions.open(options: owner.folder.options()).removeUnused(key) else {
                    return try await owner.folder.keep(nil, for: key, done: "unset", owner.output)
                }
                try await owner.folder.noteSetting(key, of: nil)
                return try owner.output.print(["key": key], "unset \(key): it had no effect")
            }
            let stored = try await config.entries(of: account).map(\.key)
            if !stored.contains(key) { try owner.requireSetting(key) }
            try await config.unset(key, of: account)
            try await owner.folder.noteSetting(key, of: account)
            try owner.output.print(["key": key], "unset \(key) of \(account.name)")
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say everything that is wrong with the options, without starting a server.",
            discussion: """
                Prints one line for each invalid value, unknown key and value without effect in the environment, the JSON \
                file and the database. The exit status is 1 if there is any.
                """)

        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let problems = await ServerOptions.problems(overrides: folder.overrides(), file: folder.file)
            let text = problems.isEmpty ? "no problems" : problems.map(\.printable).joined(separator: "\n")
            try output.print(["problems": problems], text)
            guard problems.isEmpty else { throw ExitCode.failure }
        }
    }
}

extension FolderOptions {
    /// Prints the people whom a value of `accounts.secondFactor` would stop at the next login.
    func rehearse(_ value: String, for name: String, _ output: OutputOptions) async throws {
        let key = try await option(name).key
        guard key == "accounts.secondFactor" else {
            throw CommandFailure("--rehearse is for accounts.secondFactor, not for \(key)")
        }
        guard let policy = SecondFactorPolicy(rawValue: value) else {
            let names = SecondFactorPolicy.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure("accounts.secondFactor must be one of \(names), not \"\(value)\"")
        }
        let found = try await accounts().factors.rehearse(policy, limit: .max)
        let rehearsal = RehearsalValue(policy, found)
        try output.print(rehearsal, rehearsal.text)
    }

    /// Stores an option of the installation, or removes it.
    func keep(_ value: String?, for name: String, done: String, _ output: OutputOptions) async throws {
        let key = try await option(name).key
        try await StoredOptions.open(options: options()).set(key, to: value)
        try await noteSetting(key, of: nil)
        let option = try await option(key)
        let effect =
            option.isFixed
            ? "\(option.variable) or the JSON file decides"
            : option.needsRestart ? "it takes effect after the next restart" : "a running server takes it over at once"
        try output.print(OptionValue(option), "\(done) \(key): \(effect)")
        for remark in try await options().brandRemarks where remark.begins(with: "\(key):") { Terminal.report(remark) }
    }

    /// Logs that a setting was changed.
    ///
    /// - Parameter account: the account of the setting; nil for the installation.
    func noteSetting(_ key: String, of account: AccountID?) async throws {
        try await accounts().store.add(
            SecurityEvent(.settingChanged, account: account, client: .commandLine, time: Date(), detail: key))
    }

    /// The option with this key or environment variable.
    func option(_ name: String) async throws -> InstallationOption {
        let options = try await options().installation
        if let option = options.first(where: { $0.key == name || $0.variable == name }) { return option }
        guard !UserConfig.keys.contains(where: { $0.name == name }) else {
            throw CommandFailure("\(name) is a setting of a person: add --user")
        }
        let names = options.flatMap { [$0.key, $0.variable] }
        throw CommandFailure("there is no option \(name)\(suggestion(for: name, among: names))")
    }
}

/// The account whose settings a command uses, or the installation.
struct OwnerOptions: ParsableArguments {
    @Option(help: "What is stored for this account: ada, or works:ada of the server works.")
    var user: String?
    @OptionGroup var output: OutputOptions
    @OptionGroup var folder: FolderOptions

    /// - Throws: ``CommandFailure`` if people have no such setting.
    func requireSetting(_ key: String) throws {
        let names = UserConfig.keys.map(\.name)
        guard !names.contains(key), !UserConfig.isSecret(key) else { return }
        throw CommandFailure("there is no setting \(key)\(suggestion(for: key, among: names))")
    }

    /// The stored settings and the account; nil for the installation.
    ///
    /// - Throws: ``AuthError/noSuchAccount``
    func person() async throws -> (config: StoredConfig, account: AccountID)? {
        guard let user else { return nil }
        let account = try await folder.accounts().directory.account(named: user)
        return (try await folder.configuration(), account.id)
    }
}
