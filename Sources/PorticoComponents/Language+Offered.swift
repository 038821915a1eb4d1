import PorticoBytes
import PorticoConfig

extension Language {
    /// The languages that the catalogue has a column for, in the order of menus.
    public static let offered = all.filter { language in
        Strings.languages.contains { $0.isSameBytes(as: language.tag) }
    }

    /// The tags of ``offered``.
    package static let offeredTags = offered.map(\.tag)

    /// The offered language with exactly this tag; nil if there is none.
    package init?(offered tag: String) {
        guard let language = Self.offered.first(where: { $0.tag.isSameBytes(as: tag) }) else { return nil }
        self = language
    }
}
