import NIOHTTP1

/// The head of a request, with its rules for the body and the connection (RFC 9112).
struct ReceivedHead {
    /// The head with a target in origin form, and the effective `Host`.
    private(set) var head: HTTPRequestHead
    /// Whether the connection closes after the response. Also after an `Upgrade` request, because the parser treats the
    /// bytes that follow as another protocol.
    private(set) var closes: Bool
    /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110, 10.1.1).
    private(set) var expectsContinue = false
    /// The length of the body in bytes; nil for a chunked body.
    private(set) var length: Int? = 0
    /// Whether it opens a WebSocket (RFC 6455, 4.1), the only protocol besides HTTP that can pass.
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
            case 6 where name.lowercased() == "expect" && !isOld:
                guard value.lowercased() == "100-continue" else { throw .expectationUnknown }
                expectsContinue = true
            case 7 where name.lowercased() == "upgrade":
                protocols.append(value.lowercased())
            case 14 where name.lowercased() == "content-length":
                length = Int(value) ?? .max
            case 17 where name.lowercased() == "transfer-encoding":
                guard value.lowercased() == "chunked", !isOld, length != nil else { throw .codingUnknown }
                length = nil
            default: break
            }
        }
        if !protocols.isEmpty {
            closes = true
            opensWebSocket =
                protocols == ["websocket"] && head.method == .GET && !isOld && length == 0
                && head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
        }
        expectsContinue = expectsContinue && length != 0
        try takeTarget()
    }

    /// The host of an absolute target replaces `Host` (RFC 9112, 3.2.2).
    private mutating func takeTarget() throws(RequestFault) {
        guard head.uri.utf8.first != UInt8(ascii: "/") else { return }
        if head.uri == "*", head.method == .OPTIONS { return }
        guard let scheme = head.uri.firstRange(of: "://"),
            ["http", "https"].contains(head.uri[..<scheme.lowerBound].lowercased())
        else { throw .malformed }
        let rest = head.uri[scheme.upperBound...]
        let path = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let authority = rest[..<path]
        guard !authority.isEmpty, !authority.contains("@") else { throw .malformed }
        head.headers.replaceOrAdd(name: "Host", value: String(authority))
        head.uri = rest[path...].first == "/" ? String(rest[path...]) : "/\(rest[path...])"
    }
}
