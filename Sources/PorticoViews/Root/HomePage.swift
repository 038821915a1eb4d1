/// The main screen of an application with its own home page.
package struct HomePage: Sendable {
    /// The title of the page; nil for that of the standard main screen.
    package var title: String?
    package var appName: String
    package var content: AnyPage

    package init(title: String? = nil, appName: String, content: AnyPage) {
        self.title = title
        self.appName = appName
        self.content = content
    }

    /// The content with the bar of a root page.
    func chrome(_ t: Strings) -> Page<AnyPage> {
        Page(
            bar: Bar(title: title ?? t.mainTitle, isTitleLarge: true, leading: .mark(name: appName)), content: content)
    }
}
