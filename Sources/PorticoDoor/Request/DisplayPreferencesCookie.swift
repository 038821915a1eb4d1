import Hummingbird
import PorticoBytes
import PorticoConfig
import PorticoViews

/// A cookie with the display preferences, for pages rendered before the account is known. It contains no secret.
///
/// Its value is a theme and a text size: `dark.XL`. A sign-in and a change of the preferences set it. Requests read it
/// if nobody is signed in, or the account is not known yet.
package struct DisplayPreferencesCookie: Sendable {
    private let cookie: ServerCookie

    package init(origin: PublicOrigin) {
        cookie = ServerCookie("look", origin: origin)
    }

    /// The preferences in the cookie; the defaults if it is missing or invalid.
    package func display(in request: Request) -> DisplayPreferences {
        cookie.value(in: request).map(DisplayPreferences.init(cookie:)) ?? DisplayPreferences()
    }

    package func set(_ display: DisplayPreferences, on response: inout Response) throws {
        try cookie.set(
            "\(display.appearance.rawValue).\(display.textSize.rawValue)", maxAge: Self.lifetime, on: &response)
    }

    /// One year, in seconds.
    private static let lifetime = 31_536_000
}

extension DisplayPreferences {
    /// The defaults if any part of the value is invalid.
    fileprivate init(cookie value: String) {
        let parts = value.fields(separatedBy: ".").map(String.init)
        guard parts.count == 2, let appearance = Appearance(rawValue: parts[0]),
            let size = TextSizeCategory(rawValue: parts[1])
        else {
            self.init()
            return
        }
        self.init(appearance: appearance, textSize: size)
    }
}
