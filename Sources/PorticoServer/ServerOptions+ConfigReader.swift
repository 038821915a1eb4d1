import Configuration
import Foundation
import PorticoMail
import SystemPackage

extension ServerOptions {
    /// Reads the options. The first source with a value wins: `overrides` (the command line), the environment
    /// (`PORTICO_HTTP_PORT` for `http.port`), the JSON file, the database, the default.
    ///
    /// - Parameters:
    ///   - overrides: values by key.
    ///   - file: path of the JSON file; by default the value of `PORTICO_CONFIG_FILE`.
    ///   - includesKept: whether options stored in the database are read.
    /// - Throws: ``StartFailure`` for an invalid value or an unreadable file.
    public static func read(
        overrides: [String: String] = [:], file: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment, includesKept: Bool = true
    ) async throws -> ServerOptions {
        var providers: [any ConfigProvider] = [
            StoredOptions.provider(overrides),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "portico"),
        ]
        if let path = file ?? environment["PORTICO_CONFIG_FILE"] {
            do {
                providers.append(try await FileProvider<JSONSnapshot>(filePath: FilePath(path)))
            } catch {
                throw StartFailure("the configuration file \(path) cannot be read: \(error)")
            }
        }
        return try await read(providers, includesKept: includesKept)
    }

    private static func read(_ providers: [any ConfigProvider], includesKept: Bool) async throws -> ServerOptions {
        let reader = ConfigReader(providers: providers)
        var options = try ServerOptions(reader: reader)
        let kept = includesKept ? try await DataFolder(path: options.dataFolder).keptOptions() : [:]
        if !kept.isEmpty {
            let valid = kept.filter { StoredOptions.problem(with: $0.value, of: $0.key) == nil }
            options = try ServerOptions(reader: ConfigReader(providers: providers + [StoredOptions.provider(valid)]))
            options.ignored = kept.keys.filter { valid[$0] == nil }.sorted()
        }
        let values = OptionReader(reader: reader)
        options.fixed = Set(options.installation.map(\.key).filter { values.string(ConfigKey($0)) != nil })
        return options
    }

    /// Reads the options from a reader, with the keys and rules of ``installation``.
    ///
    /// - Throws: ``StartFailure`` with the key of an invalid value.
    public init(reader: ConfigReader) throws {
        self.init()
        let values = OptionReader(reader: reader)
        for option in OptionDefinition.all where !option.isOfMailServer || mail.host != nil {
            let key = ConfigKey(option.key)
            guard let text = option.isSecret ? values.secret(key) : values.string(key) else { continue }
            try option.set(&self, text)
        }
        smtp = try mail.smtp()
        // `smtp` keeps the password and hides it in descriptions.
        mail = MailValues()
        try readServers(values)
    }
}

/// Reads values as texts.
struct OptionReader {
    let reader: ConfigReader

    /// Converts numbers and lists of the JSON file.
    func string(_ key: ConfigKey) -> String? {
        reader.string(forKey: key) ?? reader.int(forKey: key).map(String.init)
            ?? reader.double(forKey: key).map { "\($0)" }
            ?? reader.stringArray(forKey: key).map { $0.joined(separator: ",") }
    }

    /// Reads a secret.
    func secret(_ key: ConfigKey) -> String? { reader.string(forKey: key, isSecret: true) }
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
