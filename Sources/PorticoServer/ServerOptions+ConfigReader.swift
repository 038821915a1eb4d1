import Configuration
import Foundation
import Logging
import PorticoAuth
import PorticoWeb
import SystemPackage

import enum PorticoConfig.AutomaticPresentation

extension ServerOptions {
    /// Reads the options, the first of these that knows a key deciding: `overrides` (the command line), the environment
    /// (`PORTICO_HTTP_PORT` for `http.port`), the JSON file, what is kept in the database, the default.
    ///
    /// - Parameters:
    ///   - overrides: values by key.
    ///   - file: path of the JSON file; by default that of `PORTICO_CONFIG_FILE`, or none.
    /// - Throws: ``StartFailure`` for a value that is not valid or a file that cannot be read.
    public static func read(
        overrides: [String: String] = [:], file: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
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
        return try await read(providers)
    }

    private static func read(_ providers: [any ConfigProvider]) async throws -> ServerOptions {
        let reader = ConfigReader(providers: providers)
        var options = try ServerOptions(reader: reader)
        let kept = try await DataFolder(path: options.dataFolder).keptOptions()
        if !kept.isEmpty {
            let valid = kept.filter { StoredOptions.problem(with: $0.value, of: $0.key) == nil }
            options = try ServerOptions(reader: ConfigReader(providers: providers + [StoredOptions.provider(valid)]))
            options.ignored = kept.keys.filter { valid[$0] == nil }.sorted()
        }
        let values = OptionReader(reader: reader)
        options.fixed = Set(options.installation.map(\.key).filter { values.string(ConfigKey($0)) != nil })
        return options
    }

    /// Reads the options from a reader.
    ///
    /// - `http.hostname` (string, `127.0.0.1`), `http.port` (integer, 8080), `http.origin` (URL, loopback),
    ///   `http.connections` (integer, 15 000)
    /// - `data.directory` (path, `data`), `public.directory` (path, `Public`)
    /// - `environment` (`production` or `development`; `production`)
    /// - `app.name` (string, `Portico`), `splash.minimumDuration` (seconds, 0)
    /// - `presentation.automatic` (`pageSheet`, `formSheet` or `fullScreen`; `pageSheet`)
    /// - `http.trustedProxies` (addresses or ranges, separated by commas; none)
    /// - `session.idle`, `session.absolute`, `session.automaticIdle`, `session.automaticAbsolute` (seconds),
    ///   `session.proof` (seconds, 600), `session.accounts` (accounts in one browser, 5)
    /// - `accounts.registration` (`open`, `invitation` or `closed`; `invitation`), `accounts.linkLifetime` (seconds, 3600
    ///   at most), `accounts.eventRetention` (seconds, a year)
    /// - `limits.account`, `limits.browser`, `limits.network`, `limits.mails` (tries in a window), `limits.consecutive`
    ///   (tries), `limits.window` (seconds, 900)
    /// - `mail.host` (an SMTP server; without one mails go to the folder `outbox`), `mail.port` (integer, 587),
    ///   `mail.security` (`starttls`, `tls` or, on this machine, `none`; `starttls`), `mail.username`, `mail.password`
    ///   (a secret), `mail.sender` (an address), `mail.certificates` (path of a PEM file)
    /// - `events.streamsPerAccount` (integer, 32), `events.streams` (integer, 10 000), `events.interval` (seconds, 20)
    /// - `servers.list` (names of servers, separated by commas; `local`), and of each `servers.NAME.name` (what people call
    ///   it), `servers.NAME.url` (the address of a gateway)
    /// - `gateway.timeout` (seconds, 5), `gateway.launchTimeout` (seconds, 2), `gateway.workplacesInterval` (seconds, 600),
    ///   `gateway.certificates` (path of a PEM file), `gateway.key` (a secret: 32 bytes in base64; by default made in the
    ///   data folder)
    /// - `cache.capacity` (integer, 10 000), `log.level` (`trace` to `critical`; `info`)
    ///
    /// - Throws: ``StartFailure`` naming the key whose value is not valid.
    public init(reader: ConfigReader) throws {
        self.init()
        let values = OptionReader(reader: reader)
        hostname = values.string("http.hostname") ?? hostname
        port = try values.count("http.port") ?? port
        connections = try values.count("http.connections") ?? connections
        origin = try values.origin("http.origin")
        trustedProxies = try values.proxies("http.trustedProxies")
        dataFolder = values.string("data.directory") ?? dataFolder
        publicFolder = values.string("public.directory") ?? publicFolder
        environment =
            try values.value("environment", "production or development", Environment.init(rawValue:)) ?? environment
        appName =
            try values.value("app.name", "a name on one line, of 100 characters at most") { text in
                let isShown = text.contains { !$0.isWhitespace } && !text.contains(where: \.isNewline)
                return isShown && text.count <= 100 ? text : nil
            } ?? appName
        splashMinimumDuration = try values.duration("splash.minimumDuration") ?? splashMinimumDuration
        automaticPresentation =
            try values.value(
                "presentation.automatic", "pageSheet, formSheet or fullScreen", AutomaticPresentation.init(rawValue:))
            ?? automaticPresentation
        try readAccounts(values)
        try readMail(values)
        try readServers(values)
        eventStreamsPerAccount = try values.count("events.streamsPerAccount") ?? eventStreamsPerAccount
        eventStreams = try values.count("events.streams") ?? eventStreams
        eventInterval = try values.duration("events.interval") ?? eventInterval
        cacheCapacity = try values.count("cache.capacity") ?? cacheCapacity
        logLevel =
            try values.value("log.level", "a level from trace to critical", Logger.Level.init(rawValue:)) ?? logLevel
    }
}

/// Reads values that must be valid where they are given.
struct OptionReader {
    let reader: ConfigReader

    /// The value as text; numbers and lists of a JSON file too.
    func string(_ key: ConfigKey) -> String? {
        reader.string(forKey: key) ?? reader.int(forKey: key).map(String.init)
            ?? reader.double(forKey: key).map { "\($0)" }
            ?? reader.stringArray(forKey: key).map { $0.joined(separator: ",") }
    }

    /// The same for what nobody else should read.
    func secret(_ key: ConfigKey) -> String? { reader.string(forKey: key, isSecret: true) }

    func value<Value>(_ key: ConfigKey, _ expected: String, _ parse: (String) -> Value?) throws -> Value? {
        guard let text = string(key) else { return nil }
        guard let value = parse(text) else { throw StartFailure("\(key) must be \(expected), not \"\(text)\"") }
        return value
    }

    /// A number in the range of its key.
    func number(_ key: String) throws -> Double? {
        guard let range = OptionRange.all[key] else { throw StartFailure("\(key) has no range") }
        return try value(ConfigKey(key), range.description, range.value)
    }

    func count(_ key: String) throws -> Int? { try number(key).map { Int($0) } }

    func duration(_ key: String) throws -> Duration? { try number(key).map { .seconds($0) } }

    func proxies(_ key: ConfigKey) throws -> [AddressRange] {
        try (string(key) ?? "").split(separator: ",").map { text in
            guard let range = AddressRange(text.trimmingCharacters(in: .whitespaces)) else {
                throw StartFailure("\(key) must be addresses or ranges such as 10.0.0.0/8, not \"\(text)\"")
            }
            return range
        }
    }

    func origin(_ key: ConfigKey) throws -> PublicOrigin? {
        guard let text = string(key) else { return nil }
        do {
            return try PublicOrigin(text)
        } catch .malformed {
            throw StartFailure("\(key) must be http://HOST[:PORT] or https://HOST[:PORT], not \"\(text)\"")
        } catch .insecure {
            throw StartFailure(
                "\(key) must be an https origin unless it is this machine: passwords would travel in the clear")
        }
    }
}
