import Foundation
import HTTPTypes
import Hummingbird
import PorticoBytes

/// A cookie of this server: for every path, inaccessible to script, not sent with cross-site subrequests.
package struct ServerCookie: Sendable {
    package let name: String
    private let isSecure: Bool

    /// On a plain HTTP loopback origin, the prefix `__Host-` and `Secure` are omitted, because browsers reject such
    /// cookies there.
    ///
    /// - Parameter part: the text after ``PublicOrigin/cookieName`` and a hyphen; nil for none.
    package init(_ part: String? = nil, origin: PublicOrigin) {
        isSecure = origin.isSecure
        name = (isSecure ? "__Host-" : "") + origin.cookieName + (part.map { "-\($0)" } ?? "")
    }

    /// The value of the cookie; nil if it is missing, or the request has two values: another site has set one of them,
    /// and nobody knows which (RFC 6265, 8.6).
    package func value(in request: Request) -> String? {
        var found: Substring?
        for header in request.headers[values: .cookie] {
            for pair in header.fields(separatedBy: ";") {
                guard let value = pair.trimmed().dropping(prefix: name)?.dropping(prefix: "="), !value.isEmpty else {
                    continue
                }
                guard found?.isSameBytes(as: value) ?? true else { return nil }
                found = value
            }
        }
        return found.map(String.init)
    }

    /// - Parameter maxAge: seconds; nil for a session cookie.
    package func set(_ value: String, maxAge: Int?, on response: inout Response) throws {
        let cookie = try Cookie.validated(
            name: name, value: value, maxAge: maxAge, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
        response.headers.append(HTTPField(name: .setCookie, value: cookie.description))
    }

    /// Whether a response sets it.
    func isSet(on response: Response) -> Bool {
        response.headers[values: .setCookie].contains { $0.begins(with: "\(name)=") }
    }
}

// The cookies of other applications. Their requests contain the cookies of this server, too.
extension ServerCookie {
    /// The cookies of a request except those of this server and of other servers at this host; empty for none.
    package static func others(in headers: HTTPFields) -> String {
        headers[values: .cookie].flatMap { $0.fields(separatedBy: ";") }.map { $0.trimmed() }
            .filter { !$0.isEmpty && !isOwn($0) }
            .joined(separator: "; ")
    }

    /// Whether ``PublicOrigin/cookieName`` may have this value. No other cookie of a server can have such a name.
    package static func isName(_ text: String) -> Bool {
        text.utf8.count <= 40 && text.begins(with: "portico")
            && text.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit }
    }

    /// Whether a cookie belongs to a server: its name begins with `portico`, possibly after a prefix. Browsers treat a
    /// cookie without a name as one that has the name at the start of its value.
    static func isOwn(_ text: Substring) -> Bool {
        var name = text.asciiLowercased.trimmed { !$0.isASCIIVisible || $0 == UInt8(ascii: "=") }
        for prefix in ["__host-", "__secure-"] { name = name.dropping(prefix: prefix) ?? name }
        return name.begins(with: "portico")
    }
}
