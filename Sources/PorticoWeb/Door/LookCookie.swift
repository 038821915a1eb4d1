import HTTPTypes
import Hummingbird
import PorticoViews

/// A small cookie, no secret, that knows how everything should look before it is known who is asking.
///
/// Its value is a theme and a text size, `dark.XL`. It is set when a person signs in or changes how things look, and read
/// where nobody is signed in, or where it is not known yet.
struct LookCookie: Sendable {
    let name: String
    private let isSecure: Bool

    init(origin: PublicOrigin) {
        isSecure = origin.isSecure
        name = origin.isSecure ? "__Host-portico-look" : "portico-look"
    }

    /// What the browser says; the usual look where it says nothing that is known.
    func look(in request: Request) -> Look {
        for header in request.headers[values: .cookie] {
            for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                guard pair.starts(with: name.utf8) else { continue }
                let rest = pair.dropFirst(name.utf8.count)
                if rest.first == UInt8(ascii: "=") { return Look(cookie: Substring(rest.dropFirst())) }
            }
        }
        return Look()
    }

    func set(_ look: Look, on response: inout Response) throws {
        let cookie = try Cookie.validated(
            name: name, value: "\(look.theme.rawValue).\(look.textSize.rawValue)", maxAge: Self.lifetime, path: "/",
            secure: isSecure, httpOnly: true, sameSite: .lax)
        response.headers.append(HTTPField(name: .setCookie, value: cookie.description))
    }

    /// A year, in seconds.
    private static let lifetime = 31_536_000
}

extension Look {
    /// A value is read whole or not at all.
    fileprivate init(cookie value: Substring) {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let theme = Theme(rawValue: parts[0]), let size = TextSize(rawValue: parts[1]) else {
            self.init()
            return
        }
        self.init(theme: theme, textSize: size)
    }
}
