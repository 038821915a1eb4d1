import Foundation
import Hummingbird
import PorticoBytes
import PorticoConfig

/// A cookie with the user name of the browser's last sign-in, for the login cover. It grants nothing.
///
/// Its value is the server and the user name, percent-encoded, separated by a dot: `local.ada%40example.org`.
package struct RememberedNameCookie: Sendable {
    /// A user name on a server.
    package struct Name: Hashable, Sendable {
        package let server: ServerID
        package let user: String
    }

    private let cookie: ServerCookie

    package init(origin: PublicOrigin) {
        cookie = ServerCookie("name", origin: origin)
    }

    /// nil if the cookie is missing or invalid.
    package func name(in request: Request) -> Name? {
        guard let parts = cookie.value(in: request)?.cut(at: "."),
            let server = String(parts.before).removingPercentEncoding,
            let user = String(parts.after).removingPercentEncoding
        else { return nil }
        return Name(server: ServerID(rawValue: server), user: user)
    }

    package func set(_ account: AccountID, on response: inout Response) throws {
        let parts = [account.server.rawValue, account.user].compactMap {
            $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        }
        try cookie.set(parts.joined(separator: "."), maxAge: SessionCookies.lifetime, on: &response)
    }

    /// Removes the name from the browser, if there is one.
    package func remove(in request: Request, on response: inout Response) throws {
        guard cookie.value(in: request) != nil else { return }
        try cookie.set("-", maxAge: 0, on: &response)
    }
}
