import Foundation
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("Public files")
struct AssetTests {
    @Test(arguments: [ScreenKind?.none, .login, .main, .error])
    func `every linked file of a page exists`(screen: ScreenKind?) throws {
        let markup = render(Samples.head(screen: screen, isDevelopment: true))
        let linked =
            try PublicFiles.addresses(in: markup, tag: "link", attribute: "href")
            + PublicFiles.addresses(in: markup, tag: "script", attribute: "src")
        #expect(linked.count >= 8)
        for path in linked {
            #expect(try PublicFiles.holds(path))
        }
    }

    @Test func `the style of an unknown screen has all others in the same order`() throws {
        func sheets(_ name: String) throws -> [String] {
            let source = PublicFiles.folder.deletingLastPathComponent().appending(path: "css/\(name).css")
            return try String(contentsOf: source, encoding: .utf8).matches(of: /@import "(.+)";/).map { String($0.1) }
        }
        let (login, main) = (try sheets("login"), try sheets("main"))
        #expect(!login.isEmpty && main.filter(login.contains) == login)
    }

    @Test(arguments: [ScreenKind?.none, .login])
    func `the order of the layers is declared before all styles`(screen: ScreenKind?) throws {
        let sheet = AssetPaths(release: "test").stylesheet(of: screen)
        #expect(try PublicFiles.text(sheet.description).hasPrefix("@layer tokens,base,components,screens,motion;"))
    }

    @Test func `the manifest names existing icons`() throws {
        struct Manifest: Decodable {
            struct Icon: Decodable { var src: String }
            var icons: [Icon]
        }
        let data = Data(try PublicFiles.text("manifest.webmanifest").utf8)
        let icons = try JSONDecoder().decode(Manifest.self, from: data).icons
        #expect(icons.count == 4)
        for icon in icons {
            #expect(try PublicFiles.holds(icon.src))
        }
    }

    @Test func `the mark is the same in all places`() throws {
        let path = try #require(render(Mark()).firstMatch(of: /\bd="([^"]+)"/)).output.1
        for file in ["img/mark.svg", "img/icon.svg", "css/main.css"] {
            #expect(try PublicFiles.text(file).contains(path))
        }
    }
}
