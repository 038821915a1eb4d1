import PorticoBytes

/// The address of a request to a protected application, as its proxy reports it.
public struct ProtectedAddress: Hashable, Sendable {
    public let isSecure: Bool
    /// The host in lower case, without a dot at its end; an IPv6 address in brackets.
    public let hostname: String
    /// nil for the default port of the scheme.
    public let port: Int?
    /// Path and query as in the request, beginning with a slash.
    public let target: String
    let path: PathReadings

    /// The reason why a text is not the address of a protected application.
    public enum Problem: Error, Hashable {
        /// Over 8,192 bytes.
        case tooLong
        /// Not an http or https address in printable ASCII, or an address with a user name.
        case malformed
        /// Servers cannot read the path, or it is too long to check all its readings, see `PathReadings`.
        case unreadablePath
    }

    /// Reads an address of printable ASCII with at most 8,192 bytes, without a user name and with a readable path. `ws`
    /// and `wss` are the schemes of requests that open a WebSocket (RFC 6455, 3); browsers send these as http and
    /// https.
    public init(reading url: String) throws(Problem) {
        guard url.utf8.count <= 8192 else { throw .tooLong }
        guard url.utf8.allSatisfy(\.isASCIIVisible), let (scheme, rest) = url.cut(at: ":"),
            let isSecure = Self.isSecure(scheme: scheme), let rest = rest.dropping(prefix: "//")
        else { throw .malformed }
        let authority = rest.utf8.prefix { !"/?#\\".utf8.contains($0) }
        let target = Substring(rest.utf8[authority.endIndex...])
        guard target.isEmpty || target.begins(with: "/") || target.begins(with: "?"), !target.has("#"),
            let (hostname, port) = Self.host(Substring(authority))
        else { throw .malformed }
        guard let path = PathReadings(target.begins(with: "/") ? target.before("?") : "/") else {
            throw .unreadablePath
        }
        self.isSecure = isSecure
        self.hostname = hostname
        self.port = port == (isSecure ? 443 : 80) ? nil : port
        self.target = target.begins(with: "/") ? String(target) : "/\(target)"
        self.path = path
    }

    /// nil if ``init(reading:)`` throws.
    public init?(_ url: String) {
        guard let address = try? Self(reading: url) else { return nil }
        self = address
    }

    /// Whether a scheme is encrypted; nil for a scheme other than `http`, `https`, `ws` and `wss`.
    public static func isSecure(scheme: some StringProtocol) -> Bool? {
        switch Substring(scheme).asciiLowercased {
        case "https", "wss": true
        case "http", "ws": false
        default: nil
        }
    }

    /// Whether every rule refuses the address, because a program may read a dot segment or a host in its path.
    public var isAlwaysRefused: Bool { path.paths.isEmpty }

    /// Host and, unless it is the default one, port.
    public var host: String { port.map { "\(hostname):\($0)" } ?? hostname }

    /// Scheme, host and port (RFC 6454).
    public var origin: String { "http\(isSecure ? "s" : "")://\(host)" }

    public var description: String { origin + target }

    /// A host in the form of ``host``; nil if `text` is not a host.
    public static func host(named text: some StringProtocol) -> String? {
        guard let (hostname, port) = host(Substring(text)) else { return nil }
        return port.map { "\(hostname):\($0)" } ?? hostname
    }

    private static func host(_ authority: Substring) -> (hostname: String, port: Int?)? {
        let isIPv6 = authority.begins(with: "[")
        let end = isIPv6 ? authority.cut(at: "]")?.after.startIndex : authority.before(":").endIndex
        guard let end else { return nil }
        let name = authority[..<end]
        let hostname = (name.dropping(suffix: ".") ?? name).asciiLowercased
        let signs = (isIPv6 ? "[]:.0123456789abcdef" : "-.0123456789abcdefghijklmnopqrstuvwxyz").utf8
        guard hostname.utf8.contains(where: { $0.isASCIILetter || $0.isASCIIDigit }),
            hostname.utf8.allSatisfy(signs.contains), !hostname.begins(with: "."), !hostname.hasBytes(of: "..")
        else { return nil }
        guard let digits = authority[end...].dropping(prefix: ":") else {
            return end == authority.endIndex ? (hostname, nil) : nil
        }
        // `UInt16` also parses `+80` and `080`, which are invalid ports.
        guard let port = UInt16(digits), port > 0, "\(port)" == digits else { return nil }
        return (hostname, Int(port))
    }
}

extension ProtectedAddress: CustomStringConvertible {}
