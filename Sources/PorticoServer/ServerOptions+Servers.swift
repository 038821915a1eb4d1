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
        case "oidc":
            providers[id] = try provider(id, values)
            var server = Server(id: id, name: name ?? id.rawValue, kind: .provider(.oidc))
            server.linksByEmail = try flag("servers.\(id).linksByEmail", values)
            return server
        default:
            throw OptionDefinition.failure("servers.\(id).kind", mustBe: "gateway or oidc", not: kind)
        }
    }

    private mutating func provider(_ id: ServerID, _ values: OptionValues) throws -> OpenIDOptions {
        let issuer = try address("servers.\(id).issuer", "the identifier of an identity provider", values)
        let clientKey = "servers.\(id).clientID"
        guard let client = read(clientKey, values), !client.isEmpty else {
            throw StartFailure("\(clientKey) is missing: the identifier of this site at the provider")
        }
        var options = OpenIDOptions(issuer: issuer.absoluteString, clientID: client)
        options.clientSecret = try clientSecret(of: id, values)
        if let text = read("servers.\(id).scopes", values) { options.scopes = text.asciiWords.map(String.init) }
        if let claim = read("servers.\(id).userNameClaim", values) { options.userNameClaim = claim }
        options.groupsClaim = read("servers.\(id).groupsClaim", values)
        options.rechecks = try flag("servers.\(id).recheck", values)
        options.logsOut = try flag("servers.\(id).logsOut", values)
        if let text = read("servers.\(id).trustsFactor", values) {
            let words = text.asciiWords.map(String.init)
            options.trustsFactor =
                words == ["true"] ? .always : words.isEmpty || words == ["false"] ? .never : .methods(Set(words))
        }
        return options
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
