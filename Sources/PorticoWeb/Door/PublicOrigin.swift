/// The origin under which browsers reach the server: scheme, host and port (RFC 6454).
///
/// Cookies, links and the checks of `Host` and `Origin` use it, never what a request says of itself.
public struct PublicOrigin: Hashable, Sendable, CustomStringConvertible {
    public let isSecure: Bool
    /// Lower case; an IPv6 address in brackets.
    public let host: String
    /// `nil` on a loopback origin whose port is not fixed, and where it is the scheme's own.
    public let port: Int?

    /// Why a text is not an origin this server can have.
    public enum Problem: Error, Hashable {
        /// Not `http://HOST[:PORT]` or `https://HOST[:PORT]`.
        case malformed
        /// Plain HTTP that is not on loopback: passwords would travel in the clear.
        case insecure
    }

    public init(_ text: String) throws(Problem) {
        let isSecure = text.lowercased().hasPrefix("https://")
        guard isSecure || text.lowercased().hasPrefix("http://") else { throw .malformed }
        let rest = text.dropFirst(isSecure ? 8 : 7)
        let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
        guard let (host, port) = Self.split(String(authority)) else { throw .malformed }
        self.isSecure = isSecure
        self.host = host
        self.port = port == (isSecure ? 443 : 80) ? nil : port
        guard isSecure || isLoopback else { throw .insecure }
    }

    /// The loopback origin of a server in development; any port where `port` is `nil`.
    public static func loopback(port: Int?) -> PublicOrigin {
        PublicOrigin(isSecure: false, host: "127.0.0.1", port: port)
    }

    private init(isSecure: Bool, host: String, port: Int?) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
    }

    public var description: String { "http\(isSecure ? "s" : "")://\(host)\(port.map { ":\($0)" } ?? "")" }

    /// Whether the host is this machine. Its three names are alike: `localhost`, `127.0.0.1` and `[::1]`.
    public var isLoopback: Bool { Self.isLoopback(host) }

    /// Whether a request with this `Host` is meant for us: anything else may be DNS rebinding.
    func accepts(authority: String) -> Bool {
        if authority == "\(host)\(port.map { ":\($0)" } ?? "")" { return true }
        guard let (host, port) = Self.split(authority) else { return false }
        guard host == self.host || (isLoopback && Self.isLoopback(host)) else { return false }
        return port == self.port ?? defaultPort || (self.port == nil && (port == nil || isLoopback))
    }

    /// Whether a page of this `Origin` is one of ours, when it asked under this `Host`.
    func accepts(origin: String, authority: String) -> Bool {
        isLoopback
            ? origin.lowercased() == "http\(isSecure ? "s" : "")://\(authority.lowercased())" : origin == description
    }

    private var defaultPort: Int { isSecure ? 443 : 80 }

    private static func isLoopback(_ host: String) -> Bool {
        host == "127.0.0.1" || host == "localhost" || host == "[::1]"
    }

    private static func split(_ authority: String) -> (host: String, port: Int?)? {
        let authority = authority.lowercased()
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]").map { authority.index(after: $0) } : nil
        let hostEnd = end ?? authority.firstIndex(of: ":") ?? authority.endIndex
        let host = authority[..<hostEnd]
        let isPlain = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "-.[]:".utf8.contains(byte)
            }
        }
        guard !host.isEmpty, isPlain else { return nil }
        guard hostEnd < authority.endIndex else { return (String(host), nil) }
        let digits = authority[authority.index(after: hostEnd)...]
        // A number may also be written `+80` or `080`, a port may not.
        guard authority[hostEnd] == ":", let port = UInt16(digits), port > 0, "\(port)" == digits else { return nil }
        return (String(host), Int(port))
    }
}
