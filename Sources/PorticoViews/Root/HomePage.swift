/// The main screen of an application with its own home page.
package struct HomePage: Sendable {
    /// The title of the page; nil for that of the standard main screen.
    package var title: String?
    package var content: AnyPage

    package init(title: String? = nil, content: AnyPage) {
        self.title = title
        self.content = content
    }

    /// The content with the bar of a root page.
    func chrome(_ t: Strings) -> Page<AnyPage> {
        Page(
            bar: Bar(title: title ?? t.mainTitle, isTitleLarge: true, leading: .signOut(t)), content: content)
    }
}
