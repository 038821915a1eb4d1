import Foundation
import Testing

@testable import PorticoBrand

/// A PNG of 2 × 1 pixels: one red, one transparent.
let redAndClear = Data(
    base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGP4z8AARAwMAAz8Af9c/RSVAAAAAElFTkSuQmCC")!

@Suite("H6 The files of the brand")
struct BrandFilesTests {
    private func manifest(_ files: BrandFiles) throws -> [String: Any] {
        let bytes = try #require(files.files["manifest.webmanifest"])
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test("a PNG becomes icons of every size on the colour of the cover")
    func icons() throws {
        var brand = Brand(name: "Ada \"& Co\"")
        brand.mark = try BrandMark(Array(redAndClear))
        brand.coverColor = BrandColor("#003366")
        let made = try BrandFiles(brand)
        for (name, size) in [
            ("icon-32.png", 32), ("icon-180.png", 180), ("icon-192.png", 192), ("icon-512.png", 512),
            ("icon-maskable-512.png", 512),
        ] {
            let icon = try PNGImage(try #require(made.files[name]))
            #expect(icon.width == size && icon.height == size, "\(name)")
        }
        let touch = try PNGImage(try #require(made.files["icon-180.png"]))
        #expect(touch.pixel(0, 0) == [0, 0x33, 0x66, 255])
        #expect(touch.pixel(50, 90) == [255, 0, 0, 255])
        #expect(touch.pixel(130, 90) == [0, 0x33, 0x66, 255])
        let small = try PNGImage(try #require(made.files["icon-192.png"]))
        #expect(small.pixel(0, 0)[3] == 0, "the corners are round")
        #expect(made.files["favicon.ico"]?.starts(with: [0, 0, 1, 0, 1, 0, 32, 32]) == true)
        #expect(made.files["favicon.ico"]?.count == 22 + (made.files["icon-32.png"]?.count ?? 0))
        #expect(made.files["mark.png"] == Array(redAndClear))
        #expect(made.files["icon.svg"] == nil)
        let manifest = try manifest(made)
        #expect(manifest["name"] as? String == "Ada \"& Co\"")
        #expect(manifest["theme_color"] as? String == "#003366")
        #expect(
            (manifest["icons"] as? [[String: String]])?.compactMap { $0["src"] }.sorted() == [
                "icon-192.png", "icon-512.png", "icon-maskable-512.png",
            ])
    }

    @Test("an SVG is the icon for any size")
    func drawing() throws {
        var brand = Brand(name: "Ada")
        brand.mark = try BrandMark(
            Array("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 4'><path d='M0 0h8v4z'/></svg>".utf8))
        let made = try BrandFiles(brand)
        #expect(
            made.files.keys.sorted() == [
                "brand.css", "favicon.ico", "icon-maskable.svg", "icon.svg", "manifest.webmanifest", "mark.svg",
            ])
        let style = String(decoding: try #require(made.files["brand.css"]), as: UTF8.self)
        #expect(
            style.contains("[data-follows-splash]::after {\n  background: url(\"mark.svg\")"), "not Portico's own mark")
        let icon = String(decoding: try #require(made.files["icon.svg"]), as: UTF8.self)
        #expect(icon.contains("fill=\"#ffcc00\"") && icon.contains("viewBox=\"0 0 8 4\""))
        #expect(try SVGDrawing(cleaning: icon).text.contains("<rect"))
        #expect(try manifest(made)["theme_color"] as? String == "#ffcc00")
    }

    @Test(
        "an SVG has PNGs beside it for home screens, if a program draws them",
        .enabled(if: DrawingProgram.installed != nil))
    func drawn() throws {
        var brand = Brand(name: "Ada")
        brand.coverColor = BrandColor("#003366")
        brand.mark = try BrandMark(
            Array(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 4'><path fill='#f00' d='M0 0h8v4H0z'/></svg>"
                    .utf8))
        let made = try BrandFiles(brand, drawnBy: DrawingProgram.installed)
        let touch = try PNGImage(try #require(made.files["icon-180.png"]))
        #expect(touch.width == 180 && touch.height == 180)
        #expect(touch.pixel(90, 90) == [255, 0, 0, 255])
        #expect(touch.pixel(90, 40) == [0, 0x33, 0x66, 255], "a wide drawing leaves room above")
        #expect(made.files["icon.svg"] != nil && made.faviconType == "image/x-icon")
        #expect(
            (try manifest(made)["icons"] as? [[String: String]])?.compactMap { $0["src"] }.sorted() == [
                "icon-192.png", "icon-512.png", "icon-maskable-512.png", "icon-maskable.svg", "icon.svg",
            ])
        let own = try BrandFiles(Brand(name: "Ada"), drawnBy: DrawingProgram.installed)
        #expect(own.files["icon-32.png"] != nil, "Portico's own mark is drawn too")
    }

    @Test("a program that fails, or draws nothing, is reported", arguments: ["/bin/false", "/bin/true", "/nowhere"])
    func failing(path: String) throws {
        #expect(throws: (any Error).self) { try BrandFiles(Brand(name: "Ada"), drawnBy: DrawingProgram(path: path)) }
    }

    @Test("a server has the installation's brand except for its own parts, and everything that depends on these")
    func parts() throws {
        var shared = Brand(name: "Bookshop")
        (shared.coverColorDark, shared.accentColorDark) = (BrandColor("#001122"), BrandColor("#5ea1ff"))
        (shared.senderName, shared.sentence, shared.mailFooter) = ("The booksellers", "Read on", "London")
        var parts = BrandParts()
        #expect(parts.over(shared) == shared)
        try parts.set(.coverColor, "#660000")
        try parts.set(.sentence, "")
        let first = parts.over(shared)
        #expect(first.cover(.dark).background == BrandColor("#660000") && first.sentence == nil)
        #expect(first.name == "Bookshop" && first.senderName == "The booksellers" && first.mailFooter == "London")
        #expect(first.accentColorDark == shared.accentColorDark)
        try parts.set(.name, "Works")
        try parts.set(.coverColorDark, "#000000")
        let second = parts.over(shared)
        #expect(second.name == "Works" && second.senderName == nil)
        #expect(second.cover(.dark).background == BrandColor("#000000"))
        #expect(throws: BrandProblem.notAColor) { try parts.set(.coverColor, "red") }
        #expect(parts.over(shared) == second)
        #expect(parts.text(.name) == "Works" && parts.text(.mailFooter) == nil)
    }

    @Test("without a mark, the icon is Portico's in the colours of the cover")
    func colorsOnly() throws {
        var brand = Brand()
        brand.coverColor = BrandColor("#003366")
        let icon = String(decoding: try #require(try BrandFiles(brand).files["icon.svg"]), as: UTF8.self)
        #expect(icon.contains("fill=\"#003366\"") && icon.contains("fill=\"#ffffff\""))
    }

    @Test("a mark has 64 KB at most and is SVG or PNG")
    func refused() {
        let large = Array("<svg".utf8) + [UInt8](repeating: 32, count: 65_536)
        #expect(throws: BrandMarkProblem.tooLarge) { try BrandMark(large) }
        #expect(throws: BrandMarkProblem.unknownFormat) { try BrandMark([]) }
        #expect(throws: BrandMarkProblem.unknownFormat) { try BrandMark(Array("GIF89a".utf8)) }
        #expect(throws: BrandMarkProblem.unknownFormat) { try BrandMark([0xFF, 0xD8, 0xFF, 0x3C]) }
        #expect(throws: BrandMarkProblem.unreadable) { try BrandMark(Array(redAndClear.prefix(40))) }
        #expect(throws: BrandMarkProblem.unreadable) { try BrandMark(Array(redAndClear.prefix(8))) }
    }

    @Test("a PNG with too many pixels is refused before it is decoded")
    func bomb() {
        var bytes = Array(redAndClear)
        bytes.replaceSubrange(16..<24, with: [0, 0, 0x20, 0, 0, 0, 0x20, 0])
        #expect(throws: BrandMarkProblem.unreadable) { try BrandMark(bytes) }
    }

    @Test("a mark is kept as a data URL")
    func dataURL() throws {
        let mark = try BrandMark(Array(redAndClear))
        #expect(try BrandMark(dataURL: mark.dataURL) == mark)
        for text in ["data:image/png,abc", "data:image/png;base64", "data:;base64,***", "mark.png"] {
            #expect(throws: BrandMarkProblem.unknownFormat) { try BrandMark(dataURL: text) }
        }
    }
}
