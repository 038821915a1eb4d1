import PorticoBytes
import PorticoConfig
import PorticoHTML

/// The configurable parts of a brand, as texts. The raw values are option keys.
package enum BrandField: String, Sendable, CaseIterable {
    case name = "app.name"
    case mark = "brand.mark"
    case coverColor = "brand.coverColor"
    case coverColorDark = "brand.coverColorDark"
    case accentColor = "brand.accentColor"
    case accentColorDark = "brand.accentColorDark"
    case sentence = "brand.sentence"
    case helpLink = "brand.helpLink"
    case privacyLink = "brand.privacyLink"
    case termsLink = "brand.termsLink"
    case imprintLink = "brand.imprintLink"
    case senderName = "mail.senderName"
    case mailFooter = "mail.footer"
}

/// The reason why a text is not a valid ``BrandField``.
package enum BrandProblem: Error, Hashable, Sendable {
    /// It has no visible character, is too long, or has several lines where one is allowed.
    case text(most: Int, lines: Int)
    /// It has more than these lines.
    case tooManyLines(most: Int)
    /// It contains a control character, or a character that changes the direction of text.
    case hiddenCharacter
    /// It is not `#` and six hexadecimal digits.
    case notAColor
    /// Links in this colour would be unreadable on pages of this appearance; the nearest readable colour.
    case unreadable(nearest: BrandColor, BrandScheme)
    case notAnAddress
    case mark(BrandMarkProblem)
}

extension BrandField {
    /// Sets this part of a brand. An empty text is none, except for the name.
    ///
    /// - Parameter text: for the mark, a `data:` URL.
    package func set(_ text: String, in brand: inout Brand) throws(BrandProblem) {
        switch self {
        case .name:
            guard let name = try self.text(text) else { throw .text(most: 100, lines: 1) }
            brand.name = name
        case .mark: brand.mark = try Self.mark(text)
        case .coverColor: brand.coverColor = try Self.color(text)
        case .coverColorDark: brand.coverColorDark = try Self.color(text)
        case .accentColor: brand.accentColor = try Self.color(text, readableOn: .light)
        case .accentColorDark: brand.accentColorDark = try Self.color(text, readableOn: .dark)
        case .sentence: brand.sentence = try self.text(text)
        case .helpLink: brand.helpLink = try Self.link(text)
        case .privacyLink: brand.privacyLink = try Self.link(text)
        case .termsLink: brand.termsLink = try Self.link(text)
        case .imprintLink: brand.imprintLink = try Self.link(text)
        case .senderName: brand.senderName = try self.text(text)
        case .mailFooter: brand.mailFooter = try self.text(text)
        }
    }

    /// The text of this part of `brand`, as for ``set(_:in:)``; empty for none.
    package func text(of brand: Brand) -> String {
        switch self {
        case .name: brand.name
        case .mark: brand.mark?.dataURL ?? ""
        case .coverColor: brand.coverColor?.description ?? ""
        case .coverColorDark: brand.coverColorDark?.description ?? ""
        case .accentColor: brand.accentColor?.description ?? ""
        case .accentColorDark: brand.accentColorDark?.description ?? ""
        case .sentence: brand.sentence ?? ""
        case .helpLink: brand.helpLink?.description ?? ""
        case .privacyLink: brand.privacyLink?.description ?? ""
        case .termsLink: brand.termsLink?.description ?? ""
        case .imprintLink: brand.imprintLink?.description ?? ""
        case .senderName: brand.senderName ?? ""
        case .mailFooter: brand.mailFooter ?? ""
        }
    }

    /// Maximum number of characters and lines of a free text; nil for other parts.
    private var limit: (most: Int, lines: Int)? {
        switch self {
        case .name, .senderName: (100, 1)
        case .sentence: (200, 1)
        case .mailFooter: (1000, 10)
        default: nil
        }
    }

    private func text(_ text: String) throws(BrandProblem) -> String? {
        guard !text.isEmpty, let (most, lines) = limit else { return nil }
        let text = text.withLineFeeds
        let breaks = text.utf8.count { $0 == UInt8(ascii: "\n") }
        guard text.fits(most), text.isVisible, lines > 1 || breaks == 0 else { throw .text(most: most, lines: lines) }
        guard breaks < lines else { throw .tooManyLines(most: lines) }
        guard !text.hasHiddenCharacters else { throw .hiddenCharacter }
        return text
    }

    /// A stored text that ``set(_:in:)`` accepts: earlier versions allowed hidden characters and longer texts.
    package func readable(_ stored: String) -> String {
        guard let (most, _) = limit else { return stored }
        var text = stored.withLineFeeds.withoutHiddenCharacters
        while !text.fits(most) { text.unicodeScalars.removeLast() }
        return text
    }

    private static func color(
        _ text: String, readableOn scheme: BrandScheme? = nil
    ) throws(BrandProblem) -> BrandColor? {
        guard !text.isEmpty else { return nil }
        guard let color = BrandColor(text) else { throw .notAColor }
        if let scheme, !AccentRule.accepts(color, scheme) {
            throw .unreadable(nearest: AccentRule.nearest(to: color, scheme), scheme)
        }
        return color
    }

    private static func link(_ text: String) throws(BrandProblem) -> WebURL? {
        guard !text.isEmpty else { return nil }
        guard let url = WebURL(text) else { throw .notAnAddress }
        return url
    }

    private static func mark(_ text: String) throws(BrandProblem) -> BrandMark? {
        guard !text.isEmpty else { return nil }
        do {
            return try BrandMark(dataURL: text)
        } catch {
            throw .mark(error)
        }
    }
}

extension String {
    /// The text with line feeds as line breaks.
    fileprivate var withLineFeeds: String { replacing(bytes: "\r\n", with: "\n") }
}
