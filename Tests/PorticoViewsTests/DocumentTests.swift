import Foundation
import NIOCore
import PorticoConfig
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("Documents")
struct DocumentTests {
    @Test func `every page has one heading of the first rank`() {
        let pages = [
            render(Samples.login(LoginCover(appName: "Portico"))),
            render(Samples.main(Samples.mainPage(links: Samples.links))),
            render(Samples.error(ErrorPage(status: 404))),
            render(Samples.setup(SetupPage(token: "t", appName: "Portico"))),
            render(Page(bar: Bar(title: "Notes", leading: .home), content: CellGroups([]))),
        ]
        for page in pages { #expect(count(of: "<h1", in: page) == 1) }
    }

    @Test func `the login cover has no part of the main screen under it`() {
        let markup = render(Samples.login(LoginCover(appName: "Portico")))
        #expect(!markup.contains(#"class="presenter""#))
        #expect(!markup.contains("data-account"))
    }

    @Test func `the first part of a streamed launch is large enough to be painted at once`() throws {
        var writer = HTMLWriter()
        Document(head: Samples.head(), content: SplitPoint(), showsSplash: true).render(into: &writer)
        let split = try #require(writer.splitIndex)
        let markup = String(buffer: writer.buffer)
        let body = try #require(markup.range(of: "<body>"))
        let start = markup.utf8.distance(from: markup.startIndex, to: body.upperBound)
        // WebKit paints nothing of a body before its first 512 bytes.
        #expect(split - start >= 512)
        let first = markup.utf8.prefix(split)
        #expect(String(first)?.contains(#"<svg class="mark" width="96" height="96""#) == true)
        #expect(String(first)?.suffix(200).contains("<script") == false)
    }

    @Test func `without script no script is linked`() {
        let head = Samples.head(loadsScript: false, isDevelopment: true)
        let markup = render(Document(head: head, content: SplitPoint()))
        #expect(!markup.contains("<script"))
        #expect(!markup.contains("modulepreload"))
    }

    @Test func `only pages in development reload themselves`() {
        #expect(!render(Samples.head()).contains("dev-reload"))
        #expect(render(Samples.head(isDevelopment: true)).contains("dev-reload"))
    }

    @Test func `a title names the page and the application`() {
        #expect(render(Samples.head("A & B")).contains("<title>A &amp; B · Portico</title>"))
        #expect(render(Samples.head()).contains("<title>Portico</title>"))
    }

    @Test(arguments: [("en", "ltr"), ("ar", "rtl")])
    func `a document has the direction of its language`(language: String, direction: String) {
        var html = HTMLWriter(language: language)
        Document(head: Samples.head(), content: SplitPoint()).render(into: &html)
        #expect(String(buffer: html.buffer).contains("<html lang=\"\(language)\" dir=\"\(direction)\""))
    }

    @Test func `titles come from the string catalogue`() {
        let titles = PageTitles(language: "en")
        #expect(titles.main == "Home")
        #expect(titles.error(ErrorPage(status: 404)) == "Page not found")
    }

    @Test(arguments: Appearance.allCases, TextSizeCategory.allCases)
    func `a document has the display preferences`(theme: Appearance, size: TextSizeCategory) throws {
        let display = DisplayPreferences(appearance: theme, textSize: size)
        let documents = [
            render(Document(head: Samples.head(display: display), content: SplitPoint())),
            render(Document(head: Samples.head(display: display), content: SplitPoint(), showsSplash: true)),
        ]
        for document in documents {
            let start = try #require(document.firstMatch(of: /<html[^>]*>/)).output
            #expect(start.contains("data-text-size=\"\(size.rawValue)\""))
            #expect(start.contains("data-theme=\"\(theme.rawValue)\"") == (theme != .automatic))
            let scheme = theme == .automatic ? "light dark" : theme.rawValue
            #expect(document.contains("<meta name=\"color-scheme\" content=\"\(scheme)\">"))
        }
    }

    @Test func `the browser's own edges take the colour of the theme, or of the system`() {
        func colours(_ theme: Appearance, _ screen: ScreenKind) -> [Substring] {
            render(Samples.head(screen: screen, display: DisplayPreferences(appearance: theme)))
                .matches(of: /<meta name="theme-color" content="([^"]+)"/).map(\.output.1)
        }
        #expect(colours(.automatic, .main) == ["#FFFFFF", "#1C1C1E"])
        #expect(colours(.light, .main) == ["#FFFFFF"])
        #expect(colours(.dark, .error) == ["#1C1C1E"])
        #expect(colours(.dark, .login) == ["#FFCC00"])
    }
}
