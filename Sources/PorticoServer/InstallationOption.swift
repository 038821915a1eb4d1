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

    static func variable(of key: String) -> String {
        let bytes = key.utf8.flatMap { byte in
            ".-".utf8.contains(byte)
                ? Array("_".utf8) : (byte.isASCIIUppercase ? Array("_".utf8) : []) + [byte.asciiUppercased]
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
        let provider = { @Sendable (options: ServerOptions) in options.providers[server.id] }
        switch server.kind {
        case .local: return [name]
        case .gateway(let url):
            return [
                name, option("kind", rule: "`gateway`, `oidc`", "What the server is.") { _ in "gateway" },
                option("url", rule: "`https`, or `http` on this machine", "Where the gateway is.") { _ in
                    url.absoluteString
                },
            ]
        case .provider:
            return [
                name, option("kind", rule: "`gateway`, `oidc`", "What the server is.") { _ in "oidc" },
                option("issuer", rule: "`https`, or `http` on this machine", "The identifier of the provider.") {
                    provider($0)?.issuer
                },
                option("clientID", rule: "text", "The identifier of this site at the provider.") {
                    provider($0)?.clientID
                },
                option("clientSecret", rule: "secret", "The secret of this site at the provider.") {
                    provider($0)?.clientSecret.isEmpty == false ? "set" : nil
                }.secret,
                option("clientSecretFile", rule: "path", "A file with the secret in its first line.") { _ in nil },
                option("scopes", rule: "words", "What the provider is asked for, besides `openid`.") {
                    provider($0)?.scopes.joined(separator: " ")
                },
                option("userNameClaim", rule: "name of a claim", "The claim with the user name of a new account.") {
                    provider($0)?.userNameClaim
                },
                option("groupsClaim", rule: "name of a claim", "The claim with the groups.") {
                    provider($0)?.groupsClaim
                },
                option(
                    "linksByEmail", rule: "`true`, `false`",
                    "Whether somebody whose verified address an account has is asked to log in to it."
                ) { $0.app.server(server.id)?.linksByEmail.description },
                option(
                    "trustsFactor", rule: "words, `true`",
                    "The values of `amr` or `acr` with which the provider has asked for a second factor."
                ) { provider($0)?.trustsFactor.text },
                option("recheck", rule: "`true`, `false`", "Whether the provider is asked if a login is in force.") {
                    provider($0).map { "\($0.rechecks)" }
                },
                option("logsOut", rule: "`true`, `false`", "Whether logging out here logs out at the provider, too.") {
                    provider($0).map { "\($0.logsOut)" }
                },
            ]
        }
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
