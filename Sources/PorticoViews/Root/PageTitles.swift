/// The titles of the pages, for ``DocumentHead/title``, in one language.
public struct PageTitles: Sendable {
    private let t: Strings

    public init(language: String) {
        t = Strings(language: language)
    }

    public var login: String { t.loginDocumentTitle }
    public var main: String { t.mainTitle }

    public func error(_ page: ErrorPage) -> String { page.title(t) }
}
