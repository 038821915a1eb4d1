import HTTPTypes
import Hummingbird
import PorticoConfig
import PorticoViews

/// The language of a browser: its choice in the ``LookCookie``, else the languages that it asks for, else the
/// installation's.
package struct RequestLanguage: Sendable {
    private let cookie: LookCookie
    /// The language of the installation.
    package let usual: String
    /// The languages by the header field. Most browsers send one of a few.
    private let known = BoundedCache<String, String>(capacity: 256)

    /// - Parameter usual: the language of the installation. If it is not offered, that is the language of the catalogue.
    package init(cookie: LookCookie, usual: String) {
        self.cookie = cookie
        self.usual = Language(offered: usual)?.tag ?? Language.source.tag
    }

    /// A BCP 47 tag.
    package func language(of request: Request) -> String {
        if let chosen = cookie.look(in: request).language { return chosen }
        guard let field = request.headers[.acceptLanguage], field.utf8.count <= Self.limit else { return usual }
        if let language = known.value(for: field) { return language }
        let ticket = known.ticket()
        let language = AcceptLanguage(field).choose(from: Language.offeredTags, usual: usual)
        known.store(language, for: field, since: ticket)
        return language
    }

    /// Maximum size of the header field in bytes. No browser sends more.
    private static let limit = 1000
}
