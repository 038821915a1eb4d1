import Foundation
import PorticoAuth
import PorticoBrand
import PorticoBytes
import PorticoConfig
import PorticoGateway

// The options of each listed server.
extension ServerOptions {
    mutating func readServers(_ values: OptionValues, problems: inout [StartFailure]) {
        for index in app.servers.indices {
            let id = app.servers[index].id
            problems.collect { app.servers[index] = try server(id, values) }
            if app.servers.count > 1 { problems.append(contentsOf: readBrand(of: id, values)) }
        }
        auth.sessions.servers = Set(app.servers.map(\.id))
        if let id = app.defaultProvider, app.server(id)?.isProvider != true {
            problems.append(
                OptionDefinition.failure(
                    "servers.default", mustBe: "the name of an identity provider in servers.list", not: id.rawValue))
        }
    }

    private mutating func readBrand(of id: ServerID, _ values: OptionValues) -> [StartFailure] {
        var (parts, problems) = (BrandParts(), [StartFailure]())
        for field in BrandField.allCases {
            let key = field.key(of: id)
            guard let text = read(key, values) else { continue }
            problems.collect { try OptionDefinition.set(field, text, key: key, in: &parts) }
        }
        serverBrands[id] = parts.fields.isEmpty ? nil : parts
        return problems
    }

    private mutating func server(_ id: ServerID, _ values: OptionValues) throws -> Server {
        let name = try read("servers.\(id).name", values).map {
            try Self.name($0, for: "servers.\(id).name")
        }
        guard id != .local else { return Server(id: id, name: name) }
        let kind = read("servers.\(id).kind", values) ?? "gateway"
        switch kind {
        case "gateway":
            let url = try address("servers.\(id).url", "the address of a gateway", values)
            return Server(id: id, name: name ?? id.rawValue, kind: .gateway(url))
        default:
            guard let provider = ProviderKind(rawValue: kind) else {
                let kinds = ["gateway"] + ProviderKind.allCases.map(\.rawValue)
                throw OptionDefinition.failure(
                    "servers.\(id).kind", mustBe: kinds.joined(separator: ", "), not: kind)
            }
            if ServiceOptions.kinds.contains(provider) {
                services[id] = try service(provider, id, values)
            } else {
                providers[id] = try self.provider(provider, id, values)
            }
            var server = Server(id: id, name: name ?? provider.name ?? id.rawValue, kind: .provider(provider))
            server.linksByEmail = try flag("servers.\(id).linksByEmail", values)
            return server
        }
    }

    private mutating func service(
        _ kind: ProviderKind, _ id: ServerID, _ values: OptionValues
    ) throws -> ServiceOptions {
        let own = try ownAddress(of: id, values)
        let secret = try clientSecret(of: id, values)
        guard !secret.isEmpty else {
            throw StartFailure("servers.\(id).clientSecret is missing: the secret of this site at the provider")
        }
        return ServiceOptions(kind, address: own, clientID: try clientID(of: id, values), clientSecret: secret)
    }

    private mutating func provider(
        _ kind: ProviderKind, _ id: ServerID, _ values: OptionValues
    ) throws -> OpenIDOptions {
        let issuer = try issuer(of: kind, id, values)
        var options = OpenIDOptions(issuer: issuer, clientID: try clientID(of: id, values))
        options.kind = kind
        options.clientSecret = try clientSecret(of: id, values)
        options.clientKey = try clientKey(of: id, values)
        guard options.clientKey == nil || options.clientSecret.isEmpty else {
            throw StartFailure("servers.\(id).clientKeyFile and a client secret cannot both be set")
        }
        // Neither has another name for people than their address.
        if kind == .google || kind == .apple { options.userNameClaim = "email" }
        if kind == .apple {
            options.scopes = ["name", "email"]
            let key = "servers.\(id).teamID"
            guard let team = read(key, values), !team.isEmpty else {
                throw StartFailure("\(key) is missing: the identifier of this site’s team at Apple")
            }
            options.teamID = team
            guard let clientKey = options.clientKey, clientKey.isES256, clientKey.id != nil else {
                throw StartFailure(
                    "servers.\(id).clientKeyFile and servers.\(id).clientKeyID must be set: "
                        + "the key from Apple, and its identifier")
            }
        }
        if let text = read("servers.\(id).scopes", values) { options.scopes = Self.words(text) }
        if let claim = read("servers.\(id).userNameClaim", values) { options.userNameClaim = claim }
        options.groupsClaim = read("servers.\(id).groupsClaim", values)
        options.rechecks = try flag("servers.\(id).recheck", values)
        options.logsOut = try flag("servers.\(id).logsOut", values)
        if let text = read("servers.\(id).trustsFactor", values) {
            let words = Self.words(text)
            options.trustsFactor =
                words == ["true"] ? .always : words.isEmpty || words == ["false"] ? .never : .methods(Set(words))
        }
        return options
    }

    /// The issuer of a provider; derived from less for the kinds that people know.
    private mutating func issuer(of kind: ProviderKind, _ id: ServerID, _ values: OptionValues) throws -> String {
        let usual: String
        switch kind {
        case .google: usual = "https://accounts.google.com"
        case .apple: usual = "https://appleid.apple.com"
        case .entra: usual = "https://login.microsoftonline.com"
        default:
            return try address("servers.\(id).issuer", "the identifier of an identity provider", values).absoluteString
        }
        let own = try ownAddress(of: id, values)?.absoluteString ?? usual
        guard kind == .entra else { return own }
        let tenantKey = "servers.\(id).tenant"
        guard let tenant = read(tenantKey, values) else {
            throw StartFailure("\(tenantKey) is missing: the identifier of the directory at Microsoft")
        }
        // A name leads to the same pages, but the issuer has the identifier.
        guard UUID(uuidString: tenant) != nil else {
            throw OptionDefinition.failure(
                tenantKey, mustBe: "an identifier such as 8eaef023-2b34-4da1-9baa-8bc8c9d6a490", not: tenant)
        }
        return "\(own.dropping(suffix: "/") ?? own[...])/\(tenant.asciiLowercased)/v2.0"
    }

    /// The address of an installation other than that of the provider's makers; nil for theirs.
    private mutating func ownAddress(of id: ServerID, _ values: OptionValues) throws -> URL? {
        let key = "servers.\(id).address"
        guard values.value(of: key) != nil else { return nil }
        return try address(key, "the address of the provider", values)
    }

    private mutating func clientID(of id: ServerID, _ values: OptionValues) throws -> String {
        let key = "servers.\(id).clientID"
        guard let client = read(key, values), !client.isEmpty else {
            throw StartFailure("\(key) is missing: the identifier of this site at the provider")
        }
        return client
    }

    private mutating func clientKey(of id: ServerID, _ values: OptionValues) throws -> ClientKey? {
        let (fileKey, keyID) = ("servers.\(id).clientKeyFile", read("servers.\(id).clientKeyID", values))
        guard let file = read(fileKey, values) else { return nil }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw StartFailure("\(fileKey): \(file) cannot be read")
        }
        guard let key = ClientKey(pem: text, id: keyID) else {
            throw StartFailure("\(fileKey): \(file) must be a private key in PEM, for ES256, RS256 or EdDSA")
        }
        return key
    }

    private mutating func clientSecret(of id: ServerID, _ values: OptionValues) throws -> String {
        let secret = read("servers.\(id).clientSecret", values)
        let fileKey = "servers.\(id).clientSecretFile"
        guard let file = read(fileKey, values) else { return secret ?? "" }
        guard secret == nil else { throw StartFailure("\(fileKey) and servers.\(id).clientSecret cannot both be set") }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw StartFailure("\(fileKey): \(file) cannot be read")
        }
        return String(text.fields(separatedBy: "\n")[0].trimmed())
    }

    /// The words of a text, or of a list in JSON.
    private static func words(_ text: String) -> [String] {
        text.fields(separatedBy: ",").flatMap(\.asciiWords).map(String.init)
    }

    /// false by default.
    private mutating func flag(_ key: String, _ values: OptionValues) throws -> Bool {
        guard let text = read(key, values) else { return false }
        guard let value = Bool(text) else { throw OptionDefinition.failure(key, mustBe: "true or false", not: text) }
        return value
    }

    private mutating func address(_ key: String, _ meaning: String, _ values: OptionValues) throws -> URL {
        guard let text = read(key, values) else { throw StartFailure("\(key) is missing: \(meaning)") }
        guard let url = URL(string: text), let host = url.host(), !host.isEmpty, url.user == nil, url.query == nil,
            url.fragment == nil, url.scheme == "https" || url.scheme == "http"
        else {
            // The URL may contain a password, so the message leaves it out.
            throw StartFailure("\(key) must be https://HOST[:PORT][/PATH], without a user, a query or a fragment")
        }
        guard url.scheme == "https" || Self.loopback.contains(host) else {
            throw StartFailure(
                "\(key) must be an https address, unless it is on this machine: secrets would travel in the clear")
        }
        return url
    }

    private static func name(_ text: String, for key: String) throws -> String {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard name.isVisible, name.fits(40), !name.hasHiddenCharacters, !name.utf8.contains(UInt8(ascii: "\n")) else {
            throw OptionDefinition.failure(key, mustBe: "a name of 1 to 40 characters", not: text)
        }
        return name
    }

    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "::1"]
}
