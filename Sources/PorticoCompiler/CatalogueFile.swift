/// The supported parts of Apple's `Localizable.xcstrings`, with the structure of the JSON.
struct CatalogueFile: Decodable {
    let sourceLanguage: String
    let strings: [String: Key]

    struct Key: Decodable {
        var comment: String?
        var localizations: [String: Localization]?
    }

    struct Localization: Decodable {
        var stringUnit: StringUnit?
        var variations: Variations?
        var substitutions: [String: Ignored]?
    }

    struct Variations: Decodable {
        var plural: [String: Variation]?
        var device: [String: Ignored]?
    }

    struct Variation: Decodable {
        let stringUnit: StringUnit
    }

    struct StringUnit: Decodable {
        var state: String?
        let value: String
    }

    /// An unsupported value; only its presence is decoded.
    struct Ignored: Decodable {}
}
