import Foundation
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("Pages of accounts")
struct AccountPagesTests {
    /// Every page in a document, over its presenters.
    private static let documents: [(String, String)] =
        AccountSamples.section.map { ($0.0, render(AnyPage($0.1))) }
        + AccountSamples.own.map { ($0.0, over($0.1)) } + AdministrationSamples.pages.map { ($0.0, alone($0.1)) }

    private static func alone(_ page: any RootPage) -> String { framed(page) }

    private static func over(_ page: any Presentable) -> String {
        var layers = [Layer(page: page, presenter: page.presenter, url: "/page")]
        if page.presenter == .account {
            layers.insert(
                Layer(page: AccountPage(email: nil), presenter: .launch, url: .account), at: 0)
        }
        return render(Stack(root: Samples.mainPage(), layers: layers))
    }

    @Test func `a disabled administrator is shown as both`() {
        let person = PersonRow(
            user: "ada", name: "Ada", email: nil, isAdministrator: true, isDisabled: true,
            path: "/administration/person/ada")
        let list = render(PeoplePage(people: [person], total: 1, now: .distantPast))
        #expect(list.contains(">Administrator</td>"))
        #expect(list.contains(#"<span class="badge" data-kind="neutral">Disabled</span></td>"#))
    }

    @Test(arguments: documents)
    func `no id is repeated`(name: String, markup: String) {
        let ids = values(of: "id", in: markup)
        #expect(Set(ids).count == ids.count, "\(ids.sorted())")
    }

    @Test(arguments: documents)
    func `every element that a page refers to exists`(name: String, markup: String) {
        let ids = Set(values(of: "id", in: markup))
        for attribute in ["for", "aria-describedby", "aria-labelledby", "aria-controls", "form"] {
            for id in values(of: attribute, in: markup).flatMap({ $0.split(separator: " ") }) {
                #expect(ids.contains(String(id)), "\(attribute)=\(id)")
            }
        }
    }

    @Test(arguments: documents)
    func `every field has a label`(name: String, markup: String) {
        let labels = Set(values(of: "for", in: markup))
        for match in markup.matches(of: /<(?:input|select|textarea) [^>]*>/) {
            let field = String(match.output)
            guard !field.contains(#"type="hidden""#), !field.contains(" hidden>") else { continue }
            let before = markup[..<match.range.lowerBound]
            let isNamed = ["<label class=\"check\">", "<label class=\"selecting\">"].contains { before.hasSuffix($0) }
            guard !isNamed, values(of: "aria-label", in: field).isEmpty else { continue }
            #expect(values(of: "id", in: field).allSatisfy(labels.contains), "\(field)")
        }
    }

    @Test(arguments: documents)
    func `input does not become markup`(name: String, markup: String) {
        #expect(!markup.contains("<b>"))
        #expect(!markup.contains(#"value="<"#))
    }

    @Test(arguments: documents)
    func `no password is ever in a page`(name: String, markup: String) {
        for match in markup.matches(of: /<input [^>]*type="password"[^>]*>/) {
            #expect(!match.output.contains("value="))
        }
        #expect(!markup.contains("a secret"))
    }

    @Test(arguments: documents)
    func `the caret starts in one place at most`(name: String, markup: String) {
        // Script shows the question later.
        let page = String(markup.split(separator: "data-question")[0])
        #expect(count(of: " autofocus", in: page) <= 1)
    }

    @Test(arguments: AccountSamples.own)
    func `every form of the main section names its account`(name: String, page: any Presentable) {
        for form in forms(in: render(Layer(page: page, presenter: page.presenter, url: "/page"))) {
            #expect(count(of: #"name="account" value="local/ada""#, in: form) == 1)
            #expect(count(of: #"name="account""#, in: form) == 1)
        }
    }

    @Test func `so does every form of administration`() {
        for form in forms(in: framed(AdministrationSamples.person())) {
            #expect(count(of: #"name="account" value="local/ada""#, in: form) == 1)
        }
    }

    private func forms(in markup: String) -> [String] {
        markup.matches(of: /<form [^>]*method="post"[\s\S]*?<\/form>/).map { String($0.output) }
    }

    private func values(of attribute: String, in markup: String) -> [String] {
        markup.split(separator: " \(attribute)=\"").dropFirst().compactMap {
            $0.split(separator: "\"", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init)
        }
    }
}
