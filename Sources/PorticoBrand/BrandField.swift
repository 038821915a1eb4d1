import PorticoHTML

/// The parts of a brand that can be set, as texts. The raw values are option keys.
public enum BrandField: String, Sendable, CaseIterable {
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

/// The reason why a text is no value of a ``BrandField``.
public enum BrandProblem: Error, Hashable, Sendable {
    /// It is empty, too long, or has too many lines.
    case text(most: Int, lines: Int)
    /// It is not `#` and six hexadecimal digits.
    case notAColor
    /// Links in this colour could not be read on pages of this appearance; the nearest colour can.
    case unreadable(nearest: BrandColor, BrandScheme)
    case notAnAddress
    case mark(BrandMarkProblem)
}

extension BrandField {
    /// Sets this part of a brand. An empty text is none, except for the name.
    ///
    /// - Parameter text: for the mark, a `data:` URL.
    public func set(_ text: String, in brand: inout Brand) throws(BrandProblem) {
        switch self {
        case .name:
            guard let name = try Self.text(text, most: 100) else { throw .text(most: 100, lines: 1) }
            brand.name = name
        case .mark: brand.mark = try Self.mark(text)
        case .coverColor: brand.coverColor = try Self.color(text)
        case .coverColorDark: brand.coverColorDark = try Self.color(text)
        case .accentColor: brand.accentColor = try Self.color(text, readableOn: .light)
        case .accentColorDark: brand.accentColorDark = try Self.color(text, readableOn: .dark)
        case .sentence: brand.sentence = try Self.text(text, most: 200)
        case .helpLink: brand.helpLink = try Self.link(text)
        case .privacyLink: brand.privacyLink = try Self.link(text)
        case .termsLink: brand.termsLink = try Self.link(text)
        case .imprintLink: brand.imprintLink = try Self.link(text)
        case .senderName: brand.senderName = try Self.text(text, most: 100)
        case .mailFooter: brand.mailFooter = try Self.text(text, most: 1000, lines: 10)
        }
    }

    /// The text that sets this part as `brand` has it; empty for none.
    public func text(of brand: Brand) -> String {
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

    private static func text(_ text: String, most: Int, lines: Int = 1) throws(BrandProblem) -> String? {
        guard !text.isEmpty else { return nil }
        let count = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
        guard text.count <= most, count <= lines, text.contains(where: { !$0.isWhitespace }) else {
            throw .text(most: most, lines: lines)
        }
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
