import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoBytes

/// The request to a protected application about which its proxy asks.
struct ForwardedRequest: Sendable {
    let address: ProtectedAddress
    let method: String
    /// Whether a browser goes to a page, so that the login cover can replace it.
    let isNavigation: Bool
    /// Whether the proxy passes redirects on to the browser. nginx knows only "allowed", 401 and 403.
    let takesRedirects: Bool
}

extension ForwardedRequest {
    /// Reads the headers of nginx (`X-Original-URL`, `X-Original-Method`), or those of Caddy, Traefik and Envoy
    /// (`X-Forwarded-Proto`, `-Host`, `-Uri`, `-Method`).
    ///
    /// nil unless exactly one of them says everything: a header of the other kind comes from the client, whom the proxy does
    /// not check.
    init?(_ request: Request) {
        let headers = request.headers
        let original = [HTTPField.Name.xOriginalURL, .xOriginalMethod].map { headers[values: $0] }
        let forwarded = [.xForwardedProto, .xForwardedHost, .xForwardedURI, HTTPField.Name.xForwardedMethod]
            .map { headers[values: $0] }
        switch (original.contains { !$0.isEmpty }, forwarded.contains { !$0.isEmpty }) {
        case (true, _) where original.allSatisfy({ $0.count == 1 }):
            guard let address = ProtectedAddress(original[0][0]), Self.agrees(forwarded, with: address, original[1][0])
            else { return nil }
            self.address = address
            method = original[1][0]
            takesRedirects = false
        case (false, true) where forwarded.allSatisfy({ $0.count == 1 }):
            let (scheme, host, target) = (forwarded[0][0], forwarded[1][0], forwarded[2][0])
            // Each alone, because a host with a slash would move the rest of the address.
            guard ["http", "https"].contains(scheme.asciiLowercased), ProtectedAddress.host(named: host) != nil,
                target.begins(with: "/"), let address = ProtectedAddress("\(scheme)://\(host)\(target)")
            else { return nil }
            self.address = address
            method = forwarded[3][0]
            takesRedirects = true
        default: return nil
        }
        let mode = headers[.secFetchMode]
        isNavigation =
            (method == "GET" || method == "HEAD")
            && (mode.map { $0 == "navigate" } ?? headers[.accept]?.hasBytes(of: "text/html") ?? false)
    }

    /// Whether what the other headers say, if anything, is the same.
    private static func agrees(_ forwarded: [[String]], with address: ProtectedAddress, _ method: String) -> Bool {
        let said = [address.isSecure ? "https" : "http", address.host, address.target, method]
        return zip(forwarded, said).allSatisfy { values, said in values.allSatisfy { $0 == said } }
    }
}
