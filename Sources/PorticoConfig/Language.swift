import PorticoBytes

/// A language of pages and mails.
public struct Language: Hashable, Sendable {
    /// The BCP 47 tag, as in string catalogues.
    public let tag: String
    /// The name in the language itself.
    public let name: String
    public let isRightToLeft: Bool

    private init(_ tag: String, _ name: String, isRightToLeft: Bool = false) {
        self.tag = tag
        self.name = name
        self.isRightToLeft = isRightToLeft
    }

    /// The language of the texts in code, which all others are translated from.
    public static let source = Language("en", "English")
    /// The texts of ``source`` with accents, in brackets and longer, for tests of the layout. Only builds for debugging have it.
    public static let pseudo = Language("en-XA", "[Éñĝļļíššĥ]")

    /// Every language of Portico, in the order of menus. A language also needs a column in the string catalogue.
    public static let all = [
        Language("id", "Bahasa Indonesia"),
        source,
        pseudo,
        Language("ru", "Русский"),
        Language("ar", "العربية", isRightToLeft: true),
        Language("zh-Hans", "简体中文"),
    ]

    /// The languages for people: all but the pseudo-language, in the order of menus.
    public static let translated = all.filter { $0 != pseudo }

    /// The language with exactly this tag; nil if there is none.
    public init?(tag: String) {
        guard let language = Self.all.first(where: { $0.tag.isSameBytes(as: tag) }) else { return nil }
        self = language
    }
}
