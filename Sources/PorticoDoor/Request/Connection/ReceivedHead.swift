import NIOHTTP1
import PorticoBytes

/// The head of a request, with its rules for the body and the connection (RFC 9112).
struct ReceivedHead {
    /// The head with a target in origin form, and the effective `Host`.
    private(set) var head: HTTPRequestHead
    /// Whether the connection closes after the response. True also after an `Upgrade` request, because the parser
    /// treats the bytes that follow as another protocol.
    private(set) var closes: Bool
    /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110, 10.1.1).
    private(set) var expectsContinue = false
    /// The length of the body in bytes; nil for a chunked body.
    private(set) var length: Int? = 0
    /// Whether the request opens a WebSocket (RFC 6455, 4.1), the only protocol besides HTTP that can pass.
    private(set) var opensWebSocket = false

    /// - Throws: the fault for which the request is rejected.
    init(_ head: HTTPRequestHead) throws(RequestFault) {
        guard head.method != .CONNECT else { throw .tunnelRefused }
        self.head = head
        let isOld = head.version == .http1_0
        closes = isOld || !head.isKeepAlive
        var protocols: [String] = []
        for (name, value) in head.headers {
            // Comparing lengths first skips most names.
            switch name.utf8.count {
            case 6 where name.isEqualIgnoringASCIICase(to: "expect") && !isOld:
                guard value.isEqualIgnoringASCIICase(to: "100-continue") else { throw .expectationUnknown }
                expectsContinue = true
            case 7 where name.isEqualIgnoringASCIICase(to: "upgrade"):
                protocols.append(value.asciiLowercased)
            case 14 where name.isEqualIgnoringASCIICase(to: "content-length"):
                length = Int(value) ?? .max
            case 17 where name.isEqualIgnoringASCIICase(to: "transfer-encoding"):
                guard value.isEqualIgnoringASCIICase(to: "chunked"), !isOld, length != nil else { throw .codingUnknown }
                length = nil
            default: break
            }
        }
        if !protocols.isEmpty {
            closes = true
            opensWebSocket =
                protocols == ["websocket"] && head.method == .GET && !isOld && length == 0
                && head.headers[canonicalForm: "connection"].contains { $0.isEqualIgnoringASCIICase(to: "upgrade") }
        }
        expectsContinue = expectsContinue && length != 0
        try takeTarget()
    }

    /// The host of an absolute target replaces `Host` (RFC 9112, 3.2.2).
    private mutating func takeTarget() throws(RequestFault) {
        // Programs interpret other bytes differently. Browsers encode them (RFC 9112, 3.2; RFC 3986, 2.1).
        guard head.uri.utf8.allSatisfy(\.isASCIIVisible) else { throw .malformed }
        guard !head.uri.begins(with: "/") else { return }
        if head.uri == "*", head.method == .OPTIONS { return }
        guard let (scheme, rest) = head.uri.cut(at: ":"), ["http", "https"].contains(scheme.asciiLowercased),
            let rest = rest.dropping(prefix: "//")
        else { throw .malformed }
        let authority = Substring(rest.utf8.prefix { !"/?#".utf8.contains($0) })
        guard !authority.isEmpty, !authority.has("@") else { throw .malformed }
        head.headers.replaceOrAdd(name: "Host", value: String(authority))
        let target = rest[authority.endIndex...]
        head.uri = target.begins(with: "/") ? String(target) : "/\(target)"
    }
}
