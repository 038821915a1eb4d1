import Foundation
import PorticoBytes
import PorticoConfig
import PorticoGateway
import PorticoViews

/// An option of the installation, with its value and the places where it can be set.
public struct InstallationOption: Hashable, Sendable {
    /// The name in the JSON file and on the command line, for example `http.trustedProxies`.
    public let key: String
    /// The value in force, as configuration text; nil for none, and for a secret.
    public let value: String?
    /// Whether its value is never shown.
    public let isSecret: Bool
    /// Whether a secret is set.
    public let isSecretSet: Bool
    /// Whether its value is a number.
    public let isNumber: Bool
    /// Where its value comes from.
    public let source: OptionSource
    /// Whether administrators can change it. Their value is stored in the database.
    let canBeKept: Bool
    /// Whether a stored value takes effect only after a restart.
    public let needsRestart: Bool
    /// Whether command line, environment or file set it, so the database's value is ignored.
    public let isFixed: Bool

    init(_ definition: OptionDefinition, in options: ServerOptions) {
        let text = definition.text(options)
        key = definition.key
        value = definition.isSecret ? nil : text
        isSecret = definition.isSecret
        isNumber = definition.range != nil
        source = options.sources[definition.key] ?? .default
        isSecretSet = definition.isSecret && text != nil
        canBeKept = definition.canBeKept
        needsRestart = !definition.isLive
        isFixed = options.isFixed(key)
    }

    /// Its environment variable, for example `PORTICO_HTTP_TRUSTED_PROXIES`.
    public var variable: String { Self.variable(of: key) }

    /// A word begins at a capital letter that follows a small one, as swift-configuration has it.
    static func variable(of key: String) -> String {
        let bytes = zip(key.utf8, ".".utf8 + Array(key.utf8)).flatMap { byte, before in
            let beginsWord = byte.isASCIIUppercase && before.isASCIILowercase
            return ".-".utf8.contains(byte)
                ? Array("_".utf8) : (beginsWord ? Array("_".utf8) : []) + [byte.asciiUppercased]
        }
        return "PORTICO_" + String(decoding: bytes, as: UTF8.self)
    }
}

extension ServerOptions {
    /// All options with their values in force.
    public var installation: [InstallationOption] {
        definitions.map { InstallationOption($0, in: self) }
    }

    /// All options, including those of each listed server.
    var definitions: [OptionDefinition] {
        OptionDefinition.all.flatMap { option in
            guard option.key == "servers.list" else { return [option] }
            return [option]
                + app.servers.flatMap { server in
                    OptionDefinition.ofServer(server)
                        + (app.servers.count > 1 ? OptionDefinition.brand(of: server.id) : [])
                }
        }
    }
}

extension OptionDefinition {
    /// The value in force for Administration; nil if it is shown at the command line only.
    func setting(in options: ServerOptions) -> InstallationSetting? {
        AdministrationOption(rawValue: key).map { option in
            InstallationSetting(option, shown(options) ?? text(options).map(InstallationSetting.Value.text) ?? .none)
        }
    }
}

extension OptionDefinition {
    /// The options of one server. They are read when the list of servers is known.
    /// Whether an option is `true` or `false`.
    static func isFlag(_ key: String) -> Bool {
        let parts = key.fields(separatedBy: ".")
        let isOfServer = parts.count == 3 && parts[0].isSameBytes(as: "servers")
        return isOfServer ? flagsOfServers.contains(String(parts[2])) : all.contains { $0.key == key && $0.isFlag }
    }

    /// `trustsFactor` has other values, too.
    private static let flagsOfServers: Set<String> = ["linksByEmail", "recheck", "logsOut", "trustsFactor"]

    fileprivate static func ofServer(_ server: Server) -> [OptionDefinition] {
        let name = OptionDefinition(
            "servers.\(server.id).name", rule: "text",
            server.kind == .local
                ? "The name of the server whose accounts are here, as people read it; by default “This server”."
                : "The name of the server, as people read it.",
            set: { _, _ in }, text: { _ in server.name })
        func option(
            _ part: String, rule: String, _ sentence: String,
            text: @escaping @Sendable (ServerOptions) -> String?
        ) -> OptionDefinition {
            OptionDefinition("servers.\(server.id).\(part)", rule: rule, sentence, set: { _, _ in }, text: text)
        }
        switch server.kind {
        case .local: return [name]
        case .gateway(let url):
            return [
                name, option("kind", rule: kinds, "What the server is.") { _ in "gateway" },
                option("url", rule: "`https`, or `http` on this machine", "Where the gateway is.") { _ in
                    url.absoluteString
                },
            ]
        case .provider(let kind):
            return [name] + ofProvider(kind, server.id, option)
        }
    }
}

extension OptionDefinition {
    fileprivate typealias ServerOption =
        (String, String, String, @escaping @Sendable (ServerOptions) -> String?) -> OptionDefinition

    fileprivate static let kinds = (["gateway"] + ProviderKind.allCases.map(\.rawValue)).map { "`\($0)`" }
        .joined(separator: ", ")
    private static let address = "`https`, or `http` on this machine"

    /// The options of an identity provider, except for its name.
    fileprivate static func ofProvider(
        _ kind: ProviderKind, _ id: ServerID, _ option: ServerOption
    ) -> [OptionDefinition] {
        let provider = { @Sendable (options: ServerOptions) in options.providers[id] }
        let service = { @Sendable (options: ServerOptions) in options.services[id] }
        var all = [
            option("kind", kinds, "What the server is.") { _ in kind.rawValue },
            option("clientID", "text", "The identifier of this site at the provider.") {
                provider($0)?.clientID ?? service($0)?.clientID
            },
            option("clientSecret", "secret", "The secret of this site at the provider.") {
                (provider($0)?.clientSecret ?? service($0)?.clientSecret)?.isEmpty == false ? "set" : nil
            }.secret,
            option("clientSecretFile", "path", "A file with the secret in its first line.") { _ in nil },
            option(
                "linksByEmail", "`true`, `false`",
                "Whether somebody whose verified address an account has is asked to log in to it."
            ) { $0.app.server(id)?.linksByEmail.description },
        ]
        if kind == .oidc {
            all.append(option("issuer", address, "The identifier of the provider.") { provider($0)?.issuer })
        } else {
            all.append(
                option("address", address, "The address of another installation of the provider.") { options in
                    service(options)?.pages ?? provider(options)?.issuer
                })
        }
        if kind == .entra {
            all.append(
                option("tenant", "identifier", "The directory at Microsoft.") { options in
                    provider(options).flatMap { URL(string: $0.issuer)?.pathComponents.dropFirst().first }
                })
        }
        if kind == .apple {
            all.append(option("teamID", "text", "The team of this site at Apple.") { provider($0)?.teamID })
        }
        guard !ServiceOptions.kinds.contains(kind) else { return all }
        return all + [
            option("clientKeyFile", "path", "A PEM file with the key of this site, instead of a secret.") { _ in nil },
            option("clientKeyID", "text", "The identifier of that key at the provider.") {
                provider($0)?.clientKey?.id
            },
            option("scopes", "words", "What the provider is asked for, besides `openid`.") {
                provider($0)?.scopes.joined(separator: " ")
            },
            option("userNameClaim", "name of a claim", "The claim with the user name of a new account.") {
                provider($0)?.userNameClaim
            },
            option("groupsClaim", "name of a claim", "The claim with the groups.") { provider($0)?.groupsClaim },
            option(
                "trustsFactor", "words, `true`",
                "The values of `amr` or `acr` with which the provider has asked for a second factor."
            ) { provider($0)?.trustsFactor.text },
            option("recheck", "`true`, `false`", "Whether the provider is asked if a login is in force.") {
                provider($0).map { "\($0.rechecks)" }
            },
            option("logsOut", "`true`, `false`", "Whether logging out here logs out at the provider, too.") {
                provider($0).map { "\($0.logsOut)" }
            },
        ]
    }
}

extension OpenIDOptions.FactorTrust {
    /// The text of the option.
    fileprivate var text: String {
        switch self {
        case .never: "false"
        case .always: "true"
        case .methods(let methods): methods.sorted().joined(separator: " ")
        }
    }
}
