import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoBytes

/// The request to a protected application that a proxy asks about.
struct ForwardedRequest: Sendable {
    let address: ProtectedAddress
    let method: String
    /// Whether a browser goes to a page, so that the login cover can replace it.
    let isNavigation: Bool
    /// Whether the proxy passes all statuses on to the browser. nginx accepts only 2xx, 401 and 403.
    let passesStatuses: Bool
}

extension ForwardedRequest {
    /// Reads the headers of nginx (`X-Original-URL`, `X-Original-Method`), or those of Caddy, Traefik and Envoy
    /// (`X-Forwarded-Proto`, `-Host`, `-Uri`, `-Method`).
    ///
    /// - Throws: if the headers of a proxy are incomplete, or those of both kinds contradict each other. A proxy sets
    ///   one kind only, so those of the other kind may come from the client.
    init(_ request: Request) throws(ProtectionRefusal) {
        let headers = request.headers
        let original = [HTTPField.Name.xOriginalURL, .xOriginalMethod].map { headers[values: $0] }
        let forwarded = [.xForwardedProto, .xForwardedHost, .xForwardedURI, HTTPField.Name.xForwardedMethod]
            .map { headers[values: $0] }
        isNavigation = request.isNavigation
        passesStatuses = original.allSatisfy(\.isEmpty)
        if passesStatuses {
            guard forwarded.allSatisfy({ $0.count == 1 }) else { throw .incomplete }
            let (scheme, host, target) = (forwarded[0][0], forwarded[1][0], forwarded[2][0])
            // Checks each alone, because a host with a slash would move the rest of the address.
            guard ProtectedAddress.isSecure(scheme: scheme) != nil, ProtectedAddress.host(named: host) != nil,
                target.begins(with: "/")
            else { throw .address(.malformed) }
            address = try Self.address("\(scheme)://\(host)\(target)")
            method = forwarded[3][0]
        } else {
            guard original.allSatisfy({ $0.count == 1 }) else { throw .incomplete }
            address = try Self.address(original[0][0])
            method = original[1][0]
            guard Self.agrees(forwarded, with: address, method) else { throw .contradiction }
        }
    }

    /// The host that the headers name, even if they are invalid otherwise; empty for none.
    static func host(of request: Request) -> String {
        let url = request.headers[.xOriginalURL]
        let named =
            url.map { $0.cut(at: ":")?.after.dropping(prefix: "//") ?? "" } ?? request.headers[.xForwardedHost]?[...]
        return String(named?.before("/") ?? "")
    }

    /// Reads an address, see ``ProtectedAddress/init(reading:)``.
    static func address(_ url: String) throws(ProtectionRefusal) -> ProtectedAddress {
        do { return try ProtectedAddress(reading: url) } catch { throw .address(error) }
    }

    /// Whether the headers of the other kind are missing or name the same request.
    private static func agrees(_ forwarded: [[String]], with address: ProtectedAddress, _ method: String) -> Bool {
        forwarded[0].allSatisfy { ProtectedAddress.isSecure(scheme: $0) == address.isSecure }
            && zip(forwarded.dropFirst(), [address.host, address.target, method]).allSatisfy { values, said in
                values.allSatisfy { $0 == said }
            }
    }
}

/// The reason to refuse a request for a protected address.
enum ProtectionRefusal: Error, Hashable {
    /// A peer asks that is not a trusted proxy.
    case untrusted
    case incomplete
    case contradiction
    case address(ProtectedAddress.Problem)
    /// The address is neither of this server's host nor of another protected one, or its scheme is not this server's.
    case foreign
    case denied(ProtectionRules.Reason)

    /// The status for the client.
    var status: HTTPResponse.Status {
        switch self {
        case .address(.tooLong): .uriTooLong
        case .address: .badRequest
        case .untrusted, .incomplete, .contradiction, .foreign, .denied: .forbidden
        }
    }

    /// The reason for the log.
    var sentence: String {
        switch self {
        case .untrusted: "http.trustedProxies does not name the peer that asks"
        case .incomplete: "the headers of the proxy do not say the whole address and the method, each once"
        case .contradiction: "the headers of nginx and those of other proxies contradict each other"
        case .address(.tooLong): "the address is over 8,192 bytes long"
        case .address(.malformed): "the address cannot be read"
        case .address(.unreadablePath): "the path of the address cannot be read"
        case .foreign: "the host is not in protected.hosts, or the scheme is not that of http.origin"
        case .denied(let reason): reason.sentence
        }
    }
}
