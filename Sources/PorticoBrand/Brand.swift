import PorticoHTML

/// The name and the look of an installation.
package struct Brand: Hashable, Sendable {
    /// The name of the application, on one line.
    package var name: String
    /// nil for Portico's own mark.
    package var mark: BrandMark?
    /// The background of splash and cover.
    package var coverColor: BrandColor?
    /// The same in dark appearance; nil to use ``coverColor``.
    package var coverColorDark: BrandColor?
    /// The colour of links, toggles and buttons in light appearance.
    package var accentColor: BrandColor?
    /// The same in dark appearance; nil to derive it from ``accentColor``.
    package var accentColorDark: BrandColor?
    /// A sentence under the title of the cover.
    package var sentence: String?
    package var helpLink: WebURL?
    package var privacyLink: WebURL?
    package var termsLink: WebURL?
    package var imprintLink: WebURL?
    /// The name of the sender of mails; nil for ``name``.
    package var senderName: String?
    /// The last paragraph of mails.
    package var mailFooter: String?

    /// The name without a brand.
    package static let standardName = "Portico"

    package init(name: String = Brand.standardName) {
        self.name = name
    }

    /// Whether pages look as if there were no brand.
    package var hasStandardLook: Bool {
        mark == nil && [coverColor, coverColorDark, accentColor, accentColorDark].allSatisfy { $0 == nil }
    }

    /// The colours of the cover.
    package func cover(_ scheme: BrandScheme) -> CoverPalette {
        let own = scheme == .light ? coverColor : coverColorDark ?? coverColor
        // The cover is the same in both appearances except for its background, so it has the accent of light pages.
        return CoverPalette(background: own ?? BrandColor(0xFFCC00), accent: accent(.light))
    }

    /// The accent colour of pages.
    package func accent(_ scheme: BrandScheme) -> BrandColor {
        switch scheme {
        case .light: accentColor ?? BrandColor(0x0A5BD6)
        case .dark:
            accentColorDark ?? accentColor.map { AccentRule.nearest(to: $0, .dark) } ?? BrandColor(0x5EA1FF)
        }
    }

    /// The colour of text on a button in the accent colour.
    package func accentText(_ scheme: BrandScheme) -> BrandColor { AccentRule.text(on: accent(scheme)) }
}
