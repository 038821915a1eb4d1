/// The parts of Apple's `Localizable.xcstrings` that are read, as they stand in the JSON.
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

    /// Something that is there but not supported.
    struct Ignored: Decodable {}
}
