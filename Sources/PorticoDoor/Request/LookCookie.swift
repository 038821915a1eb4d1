import Hummingbird
import PorticoBytes
import PorticoConfig
import PorticoViews

/// A cookie with the display preferences and the language, for pages rendered before the account is known. It contains no
/// secret.
///
/// Its value is a theme, a text size and perhaps a language: `dark.XL`, `dark.XL.ar`, or `dark.XL.ar.new` if the language
/// was chosen while nobody was signed in. A sign-in and a change of the preferences set it. Requests read it if nobody is
/// signed in, or the account is not known yet.
package struct LookCookie: Sendable {
    /// The look of pages in a browser.
    package struct Look: Hashable, Sendable {
        package var display: DisplayPreferences
        /// The tag of a chosen language; nil to follow the browser.
        package var language: String?
        /// Whether the language was chosen while nobody was signed in. The next sign-in makes it the choice of its account.
        package var isNew: Bool

        package init(
            display: DisplayPreferences = DisplayPreferences(), language: String? = nil, isNew: Bool = false
        ) {
            self.display = display
            self.language = language
            self.isNew = isNew
        }
    }

    private let cookie: ServerCookie

    package init(origin: PublicOrigin) {
        cookie = ServerCookie("look", origin: origin)
    }

    /// The look in the cookie; the defaults if it is missing or invalid.
    package func look(in request: Request) -> Look {
        cookie.value(in: request).flatMap(Look.init(cookie:)) ?? Look()
    }

    /// The display preferences in the cookie; the defaults if it is missing or invalid.
    package func display(in request: Request) -> DisplayPreferences { look(in: request).display }

    package func set(_ look: Look, on response: inout Response) throws {
        var parts = [look.display.appearance.rawValue, look.display.textSize.rawValue]
        if let language = look.language { parts += look.isNew ? [language, Self.new] : [language] }
        try cookie.set(parts.joined(separator: "."), maxAge: Self.lifetime, on: &response)
    }

    fileprivate static let new = "new"
    /// One year, in seconds.
    private static let lifetime = 31_536_000
}

extension LookCookie.Look {
    /// nil if any part of the value is invalid.
    fileprivate init?(cookie value: String) {
        let parts = value.fields(separatedBy: ".").map(String.init)
        guard (2...4).contains(parts.count), let appearance = Appearance(rawValue: parts[0]),
            let size = TextSizeCategory(rawValue: parts[1])
        else { return nil }
        self.init(display: DisplayPreferences(appearance: appearance, textSize: size))
        guard parts.count > 2 else { return }
        guard let language = Language(offered: parts[2]) else { return nil }
        self.language = language.tag
        guard parts.count > 3 else { return }
        guard parts[3].isSameBytes(as: LookCookie.new) else { return nil }
        isNew = true
    }
}
