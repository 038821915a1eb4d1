import Configuration
import Foundation
import PorticoBytes
import PorticoConfig
import PorticoMail
import PorticoPostgreSQL

/// The source of an option's value.
public enum OptionSource: String, Sendable {
    case commandLine = "command line"
    case environment
    case file
    case database
    case `default`
}

extension ServerOptions {
    /// Reads the options. The first source with a value wins: `overrides` (the command line), the environment
    /// (`PORTICO_HTTP_PORT` for `http.port`), the JSON file, the database, the default.
    ///
    /// - Parameters:
    ///   - overrides: values by key.
    ///   - file: path of the JSON file, `-` for standard input; by default the value of `PORTICO_CONFIG_FILE`.
    ///   - includesKept: whether options stored in the database are read.
    ///   - waitsForDatabase: whether to wait for a database that is out of reach, and to respond meanwhile that the
    ///     server is not ready.
    /// - Throws: ``StartFailure`` for an invalid value or an unreadable file.
    public static func read(
        overrides: [String: String] = [:], file: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment, includesKept: Bool = true,
        waitsForDatabase: Bool = false
    ) async throws -> ServerOptions {
        let (options, problems) = try await reading(
            overrides: overrides, file: file, environment: environment, includesKept: includesKept,
            waitsForDatabase: waitsForDatabase)
        if let problem = problems.first { throw problem }
        return options
    }

    /// Finds all problems of the options without starting: invalid values, unknown keys, and values that have no
    /// effect.
    ///
    /// - Returns: sentences; empty if there is no problem.
    public static func problems(
        overrides: [String: String] = [:], file: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async -> [String] {
        do {
            let (options, problems) = try await reading(
                overrides: overrides, file: file, environment: environment, includesKept: true)
            let first = problems.map(\.description)
            // Invalid rules are a problem already, and are not reported as missing.
            let follows = first.contains { $0.begins(with: "protected.rules ") } ? "without protected.rules" : nil
            let obstacles = options.obstacles.map(\.description).filter { follows.map($0.contains) != true }
            return first + obstacles + options.remarks
        } catch {
            return [StartFailure(describing: error).description]
        }
    }

    /// The options with all valid values, and the problems of the invalid ones.
    private static func reading(
        overrides: [String: String], file: String?, environment: [String: String], includesKept: Bool,
        waitsForDatabase: Bool = false
    ) async throws -> (ServerOptions, [StartFailure]) {
        let file = try (file ?? environment["PORTICO_CONFIG_FILE"]).map(OptionFile.init(path:))
        let found = file?.values ?? [:]
        var values = OptionValues(overrides: overrides, environment: environment, file: found)
        var problems = file?.problems ?? []
        var options = ServerOptions(values, problems: &problems)
        var kept: [String: String] = [:]
        if includesKept {
            kept =
                try await
                (waitsForDatabase && problems.isEmpty
                ? options.waitingForDatabase(PorticoServer.logger(options)) { [options] in
                    try await options.keptOptions()
                }
                : options.keptOptions())
        }
        let valid = kept.filter { StoredOptions.problem(with: $0.value, of: $0.key) == nil }
        if !valid.isEmpty {
            problems = file?.problems ?? []
            values = OptionValues(overrides: overrides, environment: environment, file: found, kept: valid)
            options = ServerOptions(values, problems: &problems)
        }
        options.stored = includesKept ? kept : nil
        options.ignored = kept.keys.filter { valid[$0] == nil && options.isOfOption($0) }.sorted()
        options.remarks = values.remarks(on: options, kept: valid)
        return (options, problems)
    }

    /// Whether a key has the section of an option. Applications have sections of their own, such as `shop.motto`.
    func isOfOption(_ key: String) -> Bool {
        guard let (section, _) = key.cut(at: ".") else { return true }
        return definitions.contains { $0.key.begins(with: "\(section).") }
    }

    /// Reads the options, and collects the invalid values.
    init(_ values: OptionValues, problems: inout [StartFailure]) {
        self.init()
        for option in OptionDefinition.all {
            guard let text = read(option.key, values), !option.isOfMailServer || mail.host != nil else { continue }
            problems.collect {
                var changed = self
                try option.set(&changed, text)
                try option.requirePlain(text)
                self = changed
            }
        }
        postgreSQL = database.postgreSQL
        problems.collect { smtp = try mail.smtp() }
        // `smtp` keeps the password and hides it in descriptions.
        mail = MailValues()
        readServers(values, problems: &problems)
    }

    /// Reads the value of an option, and records its source; nil if no source has one.
    mutating func read(_ key: String, _ values: OptionValues) -> String? {
        let found = values.value(of: key)
        sources[key] = found?.source
        return found?.text
    }
}

extension [StartFailure] {
    /// Collects the failure of `work`.
    mutating func collect(_ work: () throws -> Void) {
        do {
            try work()
        } catch {
            append(StartFailure(describing: error))
        }
    }
}

/// The values of all sources. The first source with a value wins.
struct OptionValues {
    private let snapshots: [(source: OptionSource, values: any ConfigSnapshot)]
    private let environment: [String: String]
    private let file: [String: String]

    /// - Parameter kept: the values of the database.
    init(
        overrides: [String: String] = [:], environment: [String: String] = [:], file: [String: String] = [:],
        kept: [String: String] = [:]
    ) {
        self.environment = environment
        self.file = file
        let variables = EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "portico")
        snapshots = [
            (.commandLine, Self.snapshot(overrides)), (.environment, variables.snapshot()),
            (.file, Self.snapshot(file)), (.database, Self.snapshot(kept)),
        ]
    }

    private static func snapshot(_ values: [String: String]) -> any ConfigSnapshot {
        let values = values.map { (key($0), ConfigValue(.string($1), isSecret: false)) }
        return InMemoryProvider(values: Dictionary(uniqueKeysWithValues: values)).snapshot()
    }

    /// The value of an option, and the source that has it; nil if none has.
    func value(of key: String) -> (text: String, source: OptionSource)? {
        let key = Self.key(key)
        for (source, values) in snapshots {
            if case .string(let text)? = try? values.value(forKey: key, type: .string).value?.content {
                return (text, source)
            }
        }
        return nil
    }

    private static func key(_ text: String) -> AbsoluteConfigKey {
        AbsoluteConfigKey(text.fields(separatedBy: ".").map(String.init))
    }

    /// Unknown keys, and values without effect, in sentences.
    func remarks(on options: ServerOptions, kept: [String: String]) -> [String] {
        let keys = options.definitions.map(\.key)
        let variables = keys.map(InstallationOption.variable(of:)) + ["PORTICO_CONFIG_FILE"]
        let typed = environment.keys.filter { $0.begins(with: "PORTICO_") && !variables.contains($0) }.sorted()
        let named = file.keys.filter { !keys.contains($0) }.sorted()
        return typed.map { Self.unknown($0, among: variables) } + named.map { Self.unknown($0, among: keys) }
            + options.definitions.compactMap { option in remark(on: option, in: options) }
            + kept.keys.sorted().compactMap { key in
                guard let source = value(of: key)?.source, source != .database else { return nil }
                return "\(key) in the database has no effect: the \(source.rawValue) sets it"
            }
            + options.ignored.map { "\($0) in the database is not valid and is ignored" } + options.doubts
    }

    private static func unknown(_ name: String, among names: [String]) -> String {
        let isOfServer = name.begins(with: "servers.") || name.begins(with: "PORTICO_SERVERS_")
        return isOfServer && names.nearest(to: name) == nil
            ? "\(name) has no effect: servers.list does not name this server"
            : "\(name) is not an option\(suggestion(for: name, among: names))"
    }

    private func remark(on option: OptionDefinition, in options: ServerOptions) -> String? {
        guard options.isFixed(option.key) else { return nil }
        if option.isOfMailServer, options.smtp == nil { return "\(option.key) has no effect without mail.host" }
        if option.isOfPostgreSQL, options.postgreSQL == nil {
            return "\(option.key) has no effect without database.url"
        }
        let isPassword = option.key == "mail.password"
        return isPassword && options.smtp?.credentials == nil
            ? "\(option.key) has no effect without mail.username" : nil
    }
}

/// The values of the database options. Reflection does not show the URL, which may contain a password.
struct DatabaseValues: Sendable, CustomReflectable {
    var url: String?
    var passwordFile: String?
    var connections = 10
    var timeout = Duration.seconds(10)

    var customMirror: Mirror { Mirror(self, children: ["connections": connections]) }

    /// nil without a URL.
    var postgreSQL: PostgreSQLOptions? {
        url.map {
            PostgreSQLOptions(url: $0, passwordFile: passwordFile, connections: connections, timeout: timeout)
        }
    }
}

/// The raw values of the mail options.
struct MailValues: Sendable {
    var host: String?
    var port: Int?
    var security: SMTPOptions.Security?
    var userName: String?
    var password: String?
    var certificates: String?

    /// nil without a mail server.
    func smtp() throws -> SMTPOptions? {
        guard let host else { return nil }
        do {
            return try SMTPOptions(
                host: host, port: port, security: security ?? .startTLS,
                credentials: userName.map { SMTPOptions.Credentials(userName: $0, password: password ?? "") },
                certificateFile: certificates)
        } catch {
            throw StartFailure("mail cannot be sent: \(error)")
        }
    }
}
