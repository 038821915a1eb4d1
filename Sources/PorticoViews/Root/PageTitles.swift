/// The titles for ``DocumentHead/title`` in one language.
package struct PageTitles: Sendable {
    private let t: Strings

    package init(language: String) {
        t = Strings(language: language)
    }

    /// The login cover.
    package var login: String { t.loginPage }
    /// The main screen.
    package var main: String { t.mainTitle }

    /// The settings, in an application with its own home page.
    package var settings: String { t.settingsHeader }

    /// An error page.
    package func error(_ page: ErrorPage) -> String { page.title(t) }
}
