import Foundation
import PorticoHTML
import Testing

@testable import PorticoViews

@Suite("Public files")
struct AssetTests {
    @Test(arguments: [ScreenKind?.none, .login, .main, .error])
    func `everything that a page links is there`(screen: ScreenKind?) throws {
        let markup = render(Samples.head(screen: screen, isDevelopment: true))
        let linked =
            try PublicFiles.addresses(in: markup, tag: "link", attribute: "href")
            + PublicFiles.addresses(in: markup, tag: "script", attribute: "src")
        #expect(linked.count >= 10)
        for path in linked {
            #expect(try PublicFiles.holds(path))
        }
    }

    @Test func `a screen that is not known loads the style sheets of all`() throws {
        let assets = AssetPaths(release: "test")
        let all = Set(assets.stylesheets(of: nil))
        for screen in ScreenKind.allCases { #expect(all.isSuperset(of: assets.stylesheets(of: screen))) }
    }

    @Test func `the order of the layers is declared in the first style sheet`() throws {
        let first = try #require(AssetPaths(release: "test").stylesheets(of: nil).first)
        #expect(try PublicFiles.text(first.description).contains("@layer tokens, base, components, screens, motion;"))
    }

    @Test func `the manifest names icons that are there`() throws {
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

    @Test func `the mark is the same wherever it is drawn`() throws {
        let path = try #require(render(Mark()).firstMatch(of: /\bd="([^"]+)"/)).output.1
        for file in ["img/mark.svg", "img/icon.svg", "css/motion.css"] {
            #expect(try PublicFiles.text(file).contains(path))
        }
    }
}
