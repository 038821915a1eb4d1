/// The two appearances of pages.
package enum BrandScheme: Sendable, CaseIterable {
    case light, dark
}

/// The minimum contrast ratios of WCAG 2.2 AA.
enum MinimumContrast {
    /// Text (1.4.3).
    static let text = 4.5
    /// Parts of controls, and focus rings (1.4.11).
    static let control = 3.0
}

/// The colours of the cover, and the colours of text and controls on it, computed from its background.
package struct CoverPalette: Hashable, Sendable {
    package let background: BrandColor
    /// The colour of text, and of the button.
    package let text: BrandColor
    /// The colour of text on the button.
    package let buttonText: BrandColor
    /// The colour of focus rings.
    package let focus: BrandColor

    /// Dark ink, white or black has enough contrast on every background: the better of black and white has at least
    /// 4.58.
    ///
    /// - Parameter accent: the colour of focus rings, if its contrast suffices.
    init(background: BrandColor, accent: BrandColor) {
        self.background = background
        let readable = [BrandColor.ink, .white].filter { $0.contrast(with: background) >= MinimumContrast.text }
        text = readable.max { $0.contrast(with: background) < $1.contrast(with: background) } ?? .black
        buttonText = text == .white ? .ink : .white
        focus = accent.contrast(with: background) >= MinimumContrast.control ? accent : text
    }
}

/// The rules for the accent colour: the colour of links and the background of buttons.
package enum AccentRule {
    /// The backgrounds of pages and cells.
    private static func backgrounds(_ scheme: BrandScheme) -> [BrandColor] {
        switch scheme {
        case .light: [.white, BrandColor(0xF2F2F7)]
        case .dark: [.black, .ink]
        }
    }

    /// The backgrounds of pages, cells, sheets and toasts. In dark appearance, sheets and toasts are lighter.
    private static func allBackgrounds(_ scheme: BrandScheme) -> [BrandColor] {
        backgrounds(scheme) + (scheme == .dark ? [BrandColor(0x2C2C2E)] : [])
    }

    /// Whether links in this colour are readable on pages.
    package static func accepts(_ color: BrandColor, _ scheme: BrandScheme) -> Bool {
        isReadable(color, on: backgrounds(scheme))
    }

    /// The nearest colour of the same hue that is readable on pages, sheets and toasts. It is darker in light
    /// appearance, and lighter in dark appearance.
    package static func nearest(to color: BrandColor, _ scheme: BrandScheme) -> BrandColor {
        let end = scheme == .light ? BrandColor.black : .white
        return (0...255).lazy.map { color.mixed(with: end, Double($0) / 255) }
            .first { isReadable($0, on: allBackgrounds(scheme)) } ?? end
    }

    private static func isReadable(_ color: BrandColor, on backgrounds: [BrandColor]) -> Bool {
        backgrounds.allSatisfy { color.contrast(with: $0) >= MinimumContrast.text }
    }

    /// The colour of text on a button of this colour.
    static func text(on color: BrandColor) -> BrandColor {
        [BrandColor.white, .ink].first { $0.contrast(with: color) >= MinimumContrast.text } ?? .black
    }
}
