import Foundation
import Hummingbird
import PorticoAuth
import PorticoBytes
import PorticoHTML

/// The cookie of a browser that has asked for a mail to log in. The sign-in removes it.
///
/// Its value has three parts, separated by dots: the secret of the browser, `1` for automatic sign-in or `0`, and the
/// target after the sign-in, percent-encoded.
package struct MailSignInCookie: Sendable {
    /// A sign-in that waits for a mail, and its target.
    package struct Value: Hashable, Sendable {
        package let waiting: MailSignIns.Waiting
        package let next: SitePath?

        package init(_ waiting: MailSignIns.Waiting, next: SitePath?) {
            self.waiting = waiting
            self.next = next
        }
    }

    private let cookie: ServerCookie

    package init(origin: PublicOrigin) {
        cookie = ServerCookie("mail", origin: origin)
    }

    /// nil if the cookie is missing or invalid.
    package func value(in request: Request) -> Value? {
        guard let parts = cookie.value(in: request)?.fields(separatedBy: "."), parts.count == 3,
            let waiting = MailSignIns.Waiting(
                secret: String(parts[0]), isAutomatic: parts[1].isSameBytes(as: "1")),
            let target = String(parts[2]).removingPercentEncoding
        else { return nil }
        return Value(waiting, next: target.isEmpty ? nil : SitePath(untrusted: target))
    }

    /// Leaves out a target that makes the cookie too long for browsers.
    package func set(_ value: Value, on response: inout Response) throws {
        let target = value.next?.description.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let parts = [
            value.waiting.secret, value.waiting.isAutomatic ? "1" : "0", target.utf8.count > Self.limit ? "" : target,
        ]
        try cookie.set(parts.joined(separator: "."), maxAge: Int(AccountLinks.signInWait), on: &response)
    }

    /// Removes the cookie after the sign-in.
    package func remove(on response: inout Response) throws { try cookie.set("-", maxAge: 0, on: &response) }

    /// Maximum size of the target in bytes: browsers accept 4096 with the rest of the cookie.
    private static let limit = 3500
}
