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

    /// nil unless `url` is an http or https address in printable ASCII, without a user and at most 8,192 bytes long, whose
    /// path can be read.
    public init?(_ url: String) {
        guard url.utf8.count <= 8192, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https", url.dropFirst(scheme.count).hasPrefix("://") else { return nil }
        let rest = url.dropFirst(scheme.count + 3)
        let authority = rest.prefix { !"/?#\\".contains($0) }
        let target = rest[authority.endIndex...]
        guard target.isEmpty || target.hasPrefix("/") || target.hasPrefix("?"), !target.contains("#"),
            let (hostname, port) = Self.host(authority),
            let path = PathReadings(target.hasPrefix("/") ? String(target.prefix { $0 != "?" }) : "/")
        else { return nil }
        isSecure = scheme == "https"
        self.hostname = hostname
        self.port = port == (isSecure ? 443 : 80) ? nil : port
        self.target = target.hasPrefix("/") ? String(target) : "/\(target)"
        self.path = path
    }

    /// Host and, unless it is the default one, port.
    public var host: String { port.map { "\(hostname):\($0)" } ?? hostname }

    /// Scheme, host and port (RFC 6454).
    public var origin: String { "http\(isSecure ? "s" : "")://\(host)" }

    public var description: String { origin + target }

    /// A host in the form of ``host``; nil if `text` is none.
    public static func host(named text: String) -> String? {
        guard let (hostname, port) = host(text[...]) else { return nil }
        return port.map { "\(hostname):\($0)" } ?? hostname
    }

    private static func host(_ authority: Substring) -> (hostname: String, port: Int?)? {
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]").map { authority.index(after: $0) } : nil
        let hostEnd = end ?? authority.firstIndex(of: ":") ?? authority.endIndex
        var hostname = authority[..<hostEnd].lowercased()
        if hostname.hasSuffix(".") { hostname.removeLast() }
        let signs = authority.hasPrefix("[") ? "[]:.0123456789abcdef" : "-.0123456789abcdefghijklmnopqrstuvwxyz"
        guard hostname.contains(where: { $0.isLetter || $0.isNumber }), hostname.allSatisfy(signs.contains),
            !hostname.hasPrefix("."), !hostname.contains("..")
        else { return nil }
        guard hostEnd < authority.endIndex else { return (hostname, nil) }
        let digits = authority[authority.index(after: hostEnd)...]
        // `UInt16` also parses `+80` and `080`, which are invalid ports.
        guard authority[hostEnd] == ":", let port = UInt16(digits), port > 0, "\(port)" == digits else { return nil }
        return (hostname, Int(port))
    }
}

extension ProtectedAddress: CustomStringConvertible {}
