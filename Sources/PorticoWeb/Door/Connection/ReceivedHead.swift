import NIOHTTP1

/// The head of a request, and what it says about its body and its connection (RFC 9112).
struct ReceivedHead {
    /// In origin form, with the `Host` that it is for.
    private(set) var head: HTTPRequestHead
    /// Whether the connection ends after the answer. The parser takes what follows a wish to upgrade for another protocol.
    private(set) var closes: Bool
    /// Whether the client waits to be told that the body may come (RFC 9110, 10.1.1).
    private(set) var expectsContinue = false
    /// The length of the body that is announced, in bytes; nil where it comes in chunks.
    private(set) var length: Int? = 0

    /// - Throws: why the request is not answered.
    init(_ head: HTTPRequestHead) throws(RequestFault) {
        guard head.method != .CONNECT else { throw .tunnelRefused }
        self.head = head
        let isOld = head.version == .http1_0
        closes = isOld || !head.isKeepAlive
        var wishesToUpgrade = false
        for (name, value) in head.headers {
            // Most names are not even as long as one of these.
            switch name.utf8.count {
            case 6 where name.lowercased() == "expect" && !isOld:
                guard value.lowercased() == "100-continue" else { throw .expectationUnknown }
                expectsContinue = true
            case 7 where name.lowercased() == "upgrade":
                wishesToUpgrade = true
            case 14 where name.lowercased() == "content-length":
                length = Int(value) ?? .max
            case 17 where name.lowercased() == "transfer-encoding":
                guard value.lowercased() == "chunked", !isOld, length != nil else { throw .codingUnknown }
                length = nil
            default: break
            }
        }
        if wishesToUpgrade {
            closes = true
            self.head.headers.remove(name: "Upgrade")
        }
        expectsContinue = expectsContinue && length != 0
        try takeTarget()
    }

    /// A target that names a host is for that one, whatever `Host` says (RFC 9112, 3.2.2).
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
