/// The titles for ``DocumentHead/title`` in one language.
public struct PageTitles: Sendable {
    private let t: Strings

    public init(language: String) {
        t = Strings(language: language)
    }

    /// The login cover.
    public var login: String { t.signIn }
    /// The main screen.
    public var main: String { t.mainTitle }

    /// The settings, in an application with its own home page.
    public var settings: String { t.settingsHeader }

    /// An error page.
    public func error(_ page: ErrorPage) -> String { page.title(t) }
}
