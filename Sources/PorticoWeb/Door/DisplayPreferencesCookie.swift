import Hummingbird
import PorticoConfig
import PorticoViews

/// A small cookie, no secret, that knows how everything should look before it is known who is asking.
///
/// Its value is a theme and a text size, `dark.XL`. It is set when a person signs in or changes how things look, and read
/// where nobody is signed in, or where it is not known yet.
struct DisplayPreferencesCookie: Sendable {
    private let cookie: ServerCookie

    init(origin: PublicOrigin) {
        cookie = ServerCookie("portico-look", origin: origin)
    }

    /// What the browser says; the usual look where it says nothing that is known.
    func display(in request: Request) -> DisplayPreferences {
        cookie.value(in: request).map(DisplayPreferences.init(cookie:)) ?? DisplayPreferences()
    }

    func set(_ display: DisplayPreferences, on response: inout Response) throws {
        try cookie.set(
            "\(display.appearance.rawValue).\(display.textSize.rawValue)", maxAge: Self.lifetime, on: &response)
    }

    /// A year, in seconds.
    private static let lifetime = 31_536_000
}

extension DisplayPreferences {
    /// A value is read whole or not at all.
    fileprivate init(cookie value: String) {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let appearance = Appearance(rawValue: parts[0]),
            let size = TextSizeCategory(rawValue: parts[1])
        else {
            self.init()
            return
        }
        self.init(appearance: appearance, textSize: size)
    }
}
