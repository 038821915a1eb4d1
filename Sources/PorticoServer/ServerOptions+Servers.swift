import Configuration
import Foundation
import PorticoAuth
import PorticoConfig

/// Options of the servers that accounts live on; their keys are listed with ``ServerOptions/init(reader:)``.
extension ServerOptions {
    mutating func readServers(_ values: OptionReader) throws {
        let ids =
            try values.value(
                "servers.list",
                "names of servers, separated by commas, each once, of lower-case letters, digits and hyphens", Self.ids)
            ?? [.local]
        servers = try ids.map { try server($0, values) }
        auth.sessions.servers = Set(ids)
        gatewayTimeout = try values.duration("gateway.timeout") ?? gatewayTimeout
        launchCheckTimeout = try values.duration("gateway.launchTimeout") ?? launchCheckTimeout
        workplacesInterval = try values.number("gateway.workplacesInterval") ?? workplacesInterval
        gatewayCertificates = values.string("gateway.certificates")
        guard let key = values.secret("gateway.key") else { return }
        guard let data = Data(base64Encoded: key), data.count == 32 else {
            throw StartFailure("gateway.key must be 32 bytes in base64")
        }
        gatewayKey = data
    }

    /// Each is 1 to 32 lower-case letters, digits and hyphens, and stands there once.
    private static func ids(_ list: String) -> [ServerID]? {
        let ids = list.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let servers = ids.compactMap { ServerID($0) }
        guard servers.count == ids.count, Set(servers).count == ids.count else { return nil }
        return servers
    }

    private func server(_ id: ServerID, _ values: OptionReader) throws -> Server {
        let name = try values.value(
            .init("servers.\(id).name"), "a name of 1 to 40 characters", Self.name)
        guard id != .local else { return Server(id: id, name: name ?? Self.localName) }
        let key = "servers.\(id).url"
        guard let text = values.string(.init(key)) else {
            throw StartFailure("\(key) is missing: the address of a gateway")
        }
        guard let url = URL(string: text), let host = url.host(), !host.isEmpty, url.user == nil, url.query == nil,
            url.fragment == nil, url.scheme == "https" || url.scheme == "http"
        else {
            // It may hold a password, so it is not repeated.
            throw StartFailure("\(key) must be https://HOST[:PORT][/PATH], without a user, a query or a fragment")
        }
        guard url.scheme == "https" || Self.loopback.contains(host) else {
            throw StartFailure(
                "\(key) must be an https address, unless it is on this machine: passwords would travel in the clear")
        }
        return Server(id: id, name: name ?? id.rawValue, kind: .gateway(url))
    }

    private static func name(_ text: String) -> String? {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return (1...40).contains(name.count) ? name : nil
    }

    private static let localName = "This server"
    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "::1"]
}
