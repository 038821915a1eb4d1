import Foundation
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("The size of the login cover")
struct BudgetTests {
    /// The documents with the cover.
    enum Way: CaseIterable {
        case byItself
        case asEndOfLaunch

        var document: String {
            let screen = Samples.login(LoginCover(appName: "Portico"))
            return switch self {
            case .byItself: render(Document(head: Samples.head("Log in", screen: .login), content: screen))
            case .asEndOfLaunch:
                render(Document(head: Samples.head(screen: .login), content: screen, showsSplash: true))
            }
        }
    }

    private func script(_ document: String) throws -> Set<String> {
        let linked = try PublicFiles.addresses(in: document, tag: "script", attribute: "src")
        let preloaded = try PublicFiles.addresses(
            in: document, tag: "link rel=\"modulepreload\"", attribute: "href")
        return Set(linked + preloaded)
    }

    private func style(_ document: String) throws -> Set<String> {
        Set(try PublicFiles.addresses(in: document, tag: "link rel=\"stylesheet\"", attribute: "href"))
    }

    private func bytes(_ paths: Set<String>) throws -> Int {
        try paths.reduce(0) { try $0 + PublicFiles.servedBytes(of: $1) }
    }

    @Test(arguments: Way.allCases)
    func `the cover stays within its budgets`(way: Way) throws {
        let document = way.document
        let (script, style) = (try bytes(script(document)), try bytes(style(document)))
        #expect(script <= 5_120)
        #expect(style <= 4_096)
        #expect(document.utf8.count + script + style <= 15_400)
    }

    @Test(arguments: Way.allCases)
    func `the cover's script waits for no other script`(way: Way) throws {
        for path in try script(way.document) {
            #expect(try !PublicFiles.text(path).contains(/from"|import"/))
        }
    }

    /// Files that only pages with forms load.
    private static let ofForms = ["js/fields.js", "js/upload.js", "js/validating.js"]
    /// Files that only pages with long lists and tables load. Fields with a limit load `plural.js`, too.
    private static let ofLists = ["js/lists.js", "js/plural.js", "js/selecting.js"]
    /// The file that only pages with something to copy load, such as error pages.
    private static let ofCopying = ["js/copying.js"]
    /// Files that few pages load: in an older browser, with a style sheet that stops animations, after a change of the look,
    /// for the code of an authenticator app, and with something to print.
    private static let ofFew = ["js/counting.js", "js/look.js", "js/printing.js", "js/step.js", "js/title.js"]
    /// The file for passkeys: pages with a button for one load it, and browsers without passkeys do nothing with it.
    private static let ofPasskeys = ["js/passkeys.js"]
    /// The file for identity providers: only pages with a button for one load it.
    private static let ofProviders = ["js/provider.js"]
    /// The files that not every page loads.
    private static let notOfAll = ofForms + ofLists + ofCopying + ofFew + ofPasskeys + ofProviders

    @Test func `script asks the browser for no words, numbers or times, only for the name of its zone`() throws {
        let own = try PublicFiles.served().keys.filter { $0.hasSuffix(".js") && !$0.hasPrefix("js/dev-") }
        for name in own {
            let text = try PublicFiles.text(name).replacing(
                "Intl.DateTimeFormat().resolvedOptions().timeZone", with: "")
            #expect(!text.contains(/\bIntl\b|toLocale\w*String/), "\(name)")
        }
    }

    @Test func `everything together stays within its budget`() throws {
        let scripts = try PublicFiles.served().keys.filter {
            $0.hasSuffix(".js") && !$0.hasPrefix("js/dev-") && !$0.hasPrefix("js/worker")
                && $0 != "js/portico-session.js" && !Self.notOfAll.contains($0)
        }
        let script = try bytes(Set(scripts))
        let style = try bytes(style(render(Samples.head())))
        // More than 20 KiB: the login form says that it was refused, so that a browser forgets a removed passkey, a page
        // stays if its session is found before the answer of the login, and an identity provider opens in a window if
        // the page has something to lose.
        #expect(script <= 20_832)
        // More than 10 KiB: a login cover over a page is printed too, because it may show recovery codes, WebKit
        // positions nothing in the rows of a table, and a button may have a mark.
        #expect(style <= 10_384)
    }

    @Test func `the script that only forms need stays within a separate budget`() throws {
        #expect(try bytes(Set(Self.ofForms)) <= 2_048)
    }

    @Test func `the script of long lists stays within a separate budget`() throws {
        #expect(try bytes(Set(Self.ofLists)) <= 1_536)
    }

    @Test func `the script that copies stays within a separate budget`() throws {
        #expect(try bytes(Set(Self.ofCopying)) <= 512)
    }

    @Test func `the script that few pages need stays within a separate budget`() throws {
        #expect(try bytes(Set(Self.ofFew)) <= 1_152)
    }

    @Test func `the script for passkeys stays within a separate budget`() throws {
        #expect(try bytes(Set(Self.ofPasskeys)) <= 2_048)
    }

    @Test func `the script for identity providers stays within a separate budget`() throws {
        #expect(try bytes(Set(Self.ofProviders)) <= 768)
    }

    @Test func `the service worker, and the script that removes it, stay within a separate budget`() throws {
        for name in ["js/worker.js", "js/worker-off.js"] { #expect(try bytes([name]) <= 2_048) }
    }

    @Test func `the script for other applications stays within its budget`() throws {
        #expect(try bytes(["js/portico-session.js"]) <= 2_048)
    }
}
