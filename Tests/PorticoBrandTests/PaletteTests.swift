import Testing

@testable import PorticoBrand

/// A grid of 4,913 colours.
private let grid: [BrandColor] = {
    let steps = (0...16).map { UInt8(min($0 * 16, 255)) }
    return steps.flatMap { red in
        steps.flatMap { green in steps.map { BrandColor(red: red, green: green, blue: $0) } }
    }
}()

@Suite("H6 The colours of the brand")
struct PaletteTests {
    @Test("the contrast of colours is that of WCAG")
    func contrast() throws {
        #expect(BrandColor.white.contrast(with: .black) == 21)
        let gray = try #require(BrandColor("#767676"))
        #expect((4.54...4.55).contains(gray.contrast(with: .white)))
        #expect(gray.contrast(with: .white) == BrandColor.white.contrast(with: gray))
    }

    @Test(
        "a colour is # and six digits",
        arguments: ["", "#", "fc0", "#fc0", "ffcc00", "#ffcc0g", "#ffcc000", "#ffcc0٣"])
    func malformed(text: String) {
        #expect(BrandColor(text) == nil)
    }

    @Test("a colour is written in the form that it is read in")
    func description() {
        #expect(BrandColor("#0A5bD6")?.description == "#0a5bd6")
    }

    @Test("on a cover of any colour, text, button and focus ring have enough contrast")
    func cover() {
        for color in grid {
            for accent in [BrandColor(0x0A5BD6), BrandColor(0x767676), color] {
                let cover = CoverPalette(background: color, accent: accent)
                #expect(cover.text.contrast(with: color) >= 4.5, "\(color)")
                #expect(cover.buttonText.contrast(with: cover.text) >= 4.5, "\(color)")
                #expect(cover.focus.contrast(with: color) >= 3, "\(color)")
            }
        }
    }

    @Test("the nearest accent to any colour is readable, and text on it too", arguments: BrandScheme.allCases)
    func nearest(scheme: BrandScheme) {
        for color in grid {
            let nearest = AccentRule.nearest(to: color, scheme)
            #expect(AccentRule.accepts(nearest, scheme), "\(color)")
            // The backgrounds of pages and cells, and in dark appearance those of sheets and toasts.
            let backgrounds: [UInt32] = scheme == .light ? [0xFFFFFF, 0xF2F2F7] : [0x000000, 0x1C1C1E, 0x2C2C2E]
            #expect(backgrounds.allSatisfy { nearest.contrast(with: BrandColor($0)) >= 4.5 }, "\(color)")
            #expect(nearest != color || AccentRule.accepts(color, scheme), "\(color)")
            #expect(AccentRule.text(on: nearest).contrast(with: nearest) >= 4.5, "\(color)")
        }
    }

    @Test("without colours of its own, a brand has Portico's")
    func standard() {
        let brand = Brand()
        #expect(brand.cover(.light) == brand.cover(.dark))
        #expect(brand.cover(.light).background.description == "#ffcc00")
        #expect(brand.cover(.light).text == .ink)
        #expect(brand.styleSheet.isEmpty)
        #expect(AccentRule.accepts(brand.accent(.light), .light))
        #expect(AccentRule.accepts(brand.accent(.dark), .dark))
    }

    @Test("the dark appearance follows from the light one, unless it is chosen")
    func dark() throws {
        var brand = Brand()
        brand.coverColor = BrandColor("#003366")
        brand.accentColor = BrandColor("#003366")
        #expect(brand.cover(.dark).background == brand.coverColor)
        #expect(brand.cover(.dark).text == .white)
        #expect(AccentRule.accepts(brand.accent(.dark), .dark))
        brand.coverColorDark = BrandColor("#101010")
        brand.accentColorDark = BrandColor("#ffcc00")
        #expect(brand.cover(.dark).background == brand.coverColorDark)
        #expect(brand.accent(.dark) == brand.accentColorDark)
        #expect(brand.styleSheet.contains("--cover: #003366; --on-cover: #ffffff"))
        #expect(brand.styleSheet.contains("light-dark(#003366, #ffcc00)"))
    }
}
