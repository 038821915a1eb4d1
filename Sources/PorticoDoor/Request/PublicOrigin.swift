import PorticoBytes

/// The origin under which browsers reach the server: scheme, host and port (RFC 6454).
///
/// Cookies, links and the checks of `Host` and `Origin` use it, never an origin from a request.
public struct PublicOrigin: Hashable, Sendable, CustomStringConvertible {
    /// Whether the scheme is `https`.
    public let isSecure: Bool
    /// Lower case; an IPv6 address in brackets.
    public let host: String
    /// `nil` for the scheme's default port, and for a loopback origin without a fixed port.
    public let port: Int?
    /// The name of the session's cookie. The names of the server's other cookies begin with it: browsers send a cookie
    /// to every port of a host.
    package var cookieName = "portico"

    /// The reason why a text is not a valid origin of the server.
    public enum Problem: Error, Hashable {
        /// Not `http://HOST[:PORT]` or `https://HOST[:PORT]`.
        case malformed
        /// Plain HTTP outside of loopback, which would send passwords unencrypted.
        case insecure
    }

    /// Parses an origin.
    public init(_ text: String) throws(Problem) {
        guard let (scheme, rest) = text.cut(at: ":"), let authority = rest.dropping(prefix: "//") else {
            throw .malformed
        }
        let isSecure = scheme.isEqualIgnoringASCIICase(to: "https")
        guard isSecure || scheme.isEqualIgnoringASCIICase(to: "http") else { throw .malformed }
        guard let (host, port) = Self.split(String(authority.dropping(suffix: "/") ?? authority)) else {
            throw .malformed
        }
        self.isSecure = isSecure
        self.host = String(host.dropping(suffix: ".") ?? host[...])
        self.port = port == (isSecure ? 443 : 80) ? nil : port
        guard !self.host.isEmpty else { throw .malformed }
        guard isSecure || isLoopback else { throw .insecure }
    }

    /// The loopback origin of a development server; `nil` accepts any port.
    public static func loopback(port: Int?) -> PublicOrigin {
        PublicOrigin(isSecure: false, host: "127.0.0.1", port: port)
    }

    private init(isSecure: Bool, host: String, port: Int?) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
    }

    public var description: String { "http\(isSecure ? "s" : "")://\(host)\(port.map { ":\($0)" } ?? "")" }

    /// Whether the host is `localhost`, `127.0.0.1` or `[::1]`, which are treated as equal.
    public var isLoopback: Bool { Self.isLoopback(host) }

    /// Whether the `Host` of a request is this server. Other values indicate DNS rebinding.
    package func accepts(authority: String) -> Bool {
        if authority == "\(host)\(port.map { ":\($0)" } ?? "")" { return true }
        guard let (host, port) = Self.split(authority) else { return false }
        guard host == self.host || (isLoopback && Self.isLoopback(host)) else { return false }
        return port == self.port ?? defaultPort || (self.port == nil && (port == nil || isLoopback))
    }

    /// A host as addresses of this server and its protected applications have it: in lower case, without the default
    /// port. A dot at its end is removed, because browsers have other cookies for it. nil for an invalid host.
    package func canonical(authority: String) -> String? {
        guard let (host, port) = Self.split(authority) else { return nil }
        let name = host.dropping(suffix: ".") ?? host[...]
        guard !name.isEmpty else { return nil }
        return name + (port == nil || port == defaultPort ? "" : ":\(port ?? 0)")
    }

    /// Whether an `Origin` is this site, for a request with this `Host`.
    func accepts(origin: String, authority: String) -> Bool {
        isLoopback
            ? origin.isEqualIgnoringASCIICase(to: "http\(isSecure ? "s" : "")://\(authority)") : origin == description
    }

    private var defaultPort: Int { isSecure ? 443 : 80 }

    private static func isLoopback(_ host: String) -> Bool {
        host == "127.0.0.1" || host == "localhost" || host == "[::1]"
    }

    private static func split(_ authority: String) -> (host: String, port: Int?)? {
        let authority = authority.asciiLowercased
        let end = authority.begins(with: "[") ? authority.cut(at: "]")?.after.startIndex : nil
        let host = authority[..<(end ?? authority.before(":").endIndex)]
        let isPlain = host.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || "-.[]:".utf8.contains($0) }
        guard !host.isEmpty, isPlain else { return nil }
        guard host.endIndex < authority.endIndex else { return (String(host), nil) }
        // `UInt16` also parses `+80` and `080`, which are invalid ports.
        guard let digits = authority[host.endIndex...].dropping(prefix: ":"), let port = UInt16(digits), port > 0,
            "\(port)" == digits
        else { return nil }
        return (String(host), Int(port))
    }
}
