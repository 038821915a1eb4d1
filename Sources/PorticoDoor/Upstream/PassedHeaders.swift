import HTTPTypes
import NIOHTTP1
import PorticoBytes

/// The headers that pass between browsers and the application behind this server.
package enum PassedHeaders {
    /// The length of a request body.
    enum Framing: Hashable {
        case none
        /// In bytes.
        case length(Int)
        /// Unknown before the end (RFC 9112, 7.1).
        case chunked

        init(_ headers: HTTPFields) {
            if headers[.transferEncoding] != nil {
                self = .chunked
            } else {
                self = headers[.contentLength].flatMap { Int($0) }.map(Framing.length) ?? .none
            }
        }
    }

    /// The headers of a request that pass. The headers of one connection, those that only a proxy may set, and the
    /// cookies of this server are left out.
    package static func ofRequest(_ headers: HTTPFields) -> HTTPHeaders {
        let named = namedByConnection(headers[values: .connection])
        var passed = HTTPHeaders()
        for field in headers {
            let name = field.name.canonicalName
            if name != "cookie", !named.contains(name), isPlain(name), !isOfProxy(name) {
                passed.add(name: field.name.rawName, value: field.value)
            }
        }
        let cookies = ServerCookie.others(in: headers)
        if !cookies.isEmpty { passed.add(name: "Cookie", value: cookies) }
        return passed
    }

    /// The headers of a response that pass. The headers of one connection, those that this server sets, and those that
    /// would change its cookies are left out.
    static func ofResponse(_ headers: HTTPHeaders) -> HTTPFields {
        let named = namedByConnection(headers["connection"])
        var passed = HTTPFields()
        for (rawName, value) in headers {
            let lowercased = rawName.asciiLowercased
            guard let name = HTTPField.Name(rawName), !ofConnection.contains(lowercased),
                !lowercased.begins(with: "portico-") || lowercased == "portico-proof",
                !named.contains(lowercased) || lowercased == "content-length"
            else { continue }
            switch lowercased {
            case "set-cookie" where ServerCookie.isOwn(value[...]): continue
            case "clear-site-data":
                let kept = value.fields(separatedBy: ",").map { $0.trimmed() }
                    .filter { !$0.isEmpty && !["\"cookies\"", "\"*\""].contains($0.asciiLowercased) }
                if !kept.isEmpty { passed.append(HTTPField(name: name, value: kept.joined(separator: ", "))) }
            default: passed.append(HTTPField(name: name, value: value))
            }
        }
        return passed
    }

    /// The headers of one connection (RFC 9110, 7.6.1), and those of framing.
    private static let ofConnection: Set = [
        "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te", "trailer",
        "transfer-encoding", "upgrade", "http2-settings",
    ]
    /// The headers that this server sets itself or has handled.
    private static let ofServer: Set = [
        "host", "content-length", "expect", "forwarded", "x-real-ip", "x-request-id", "x-rewrite-url", "proxy",
    ]
    private static let prefixesOfServer = ["remote-", "portico-", "x-forwarded-", "x-original-"]

    private static func isOfProxy(_ name: String) -> Bool {
        ofConnection.contains(name) || ofServer.contains(name) || prefixesOfServer.contains { name.begins(with: $0) }
    }

    /// Whether a name has only letters, digits and hyphens. Applications may read other characters as hyphens:
    /// `Remote_User` as `Remote-User`.
    private static func isPlain(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    }

    private static func namedByConnection(_ values: [String]) -> Set<String> {
        Set(values.flatMap { $0.fields(separatedBy: ",") }.map { $0.trimmed().asciiLowercased })
    }
}
