/// The parts of a brand that a server overrides. It shares the others with the installation.
package struct BrandParts: Hashable, Sendable {
    private var brand = Brand()
    package private(set) var fields: Set<BrandField> = []

    /// No parts.
    package init() {}

    /// The parts in which the brand of a server differs from that of the installation.
    package init(of brand: Brand, over shared: Brand) {
        // `allCases` has derived parts after the parts from which they derive.
        for field in BrandField.allCases where field.text(of: brand) != field.text(of: over(shared)) {
            field.copy(from: brand, to: &self.brand)
            fields.insert(field)
        }
    }

    /// Sets a part. An empty text removes the installation's part.
    package mutating func set(_ field: BrandField, _ text: String) throws(BrandProblem) {
        try field.set(text, in: &brand)
        fields.insert(field)
    }

    /// Sets the mark.
    package mutating func set(_ mark: BrandMark) {
        brand.mark = mark
        fields.insert(.mark)
    }

    /// Removes the server's own part, so that the installation's applies.
    package mutating func remove(_ field: BrandField) { fields.remove(field) }

    /// The server's own part as text; nil if it has none.
    package func text(_ field: BrandField) -> String? { fields.contains(field) ? field.text(of: brand) : nil }

    /// The brand of the server.
    ///
    /// - Parameter shared: the brand of the installation.
    package func over(_ shared: Brand) -> Brand {
        var result = shared
        // Unless they are set, these parts derive from another one, so the installation's would not fit the server's
        // own.
        if fields.contains(.name) { result.senderName = nil }
        if fields.contains(.coverColor) { result.coverColorDark = nil }
        if fields.contains(.accentColor) { result.accentColorDark = nil }
        for field in fields { field.copy(from: brand, to: &result) }
        return result
    }
}

extension BrandField {
    fileprivate func copy(from source: Brand, to brand: inout Brand) {
        switch self {
        case .name: brand.name = source.name
        case .mark: brand.mark = source.mark
        case .coverColor: brand.coverColor = source.coverColor
        case .coverColorDark: brand.coverColorDark = source.coverColorDark
        case .accentColor: brand.accentColor = source.accentColor
        case .accentColorDark: brand.accentColorDark = source.accentColorDark
        case .sentence: brand.sentence = source.sentence
        case .helpLink: brand.helpLink = source.helpLink
        case .privacyLink: brand.privacyLink = source.privacyLink
        case .termsLink: brand.termsLink = source.termsLink
        case .imprintLink: brand.imprintLink = source.imprintLink
        case .senderName: brand.senderName = source.senderName
        case .mailFooter: brand.mailFooter = source.mailFooter
        }
    }
}
