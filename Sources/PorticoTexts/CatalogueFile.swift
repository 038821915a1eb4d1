/// The supported parts of Apple's `Localizable.xcstrings`, with the structure of the JSON.
package struct CatalogueFile: Decodable {
    package let sourceLanguage: String
    package var strings: [String: Key]

    package struct Key: Decodable {
        package var comment: String?
        package var localizations: [String: Localization]?
    }

    package struct Localization: Decodable {
        package var stringUnit: StringUnit?
        package var variations: Variations?
        package var substitutions: [String: Ignored]?

        package init(stringUnit: StringUnit? = nil, variations: Variations? = nil) {
            self.stringUnit = stringUnit
            self.variations = variations
        }
    }

    package struct Variations: Decodable {
        package var plural: [String: Variation]?
        package var device: [String: Ignored]?

        package init(plural: [String: Variation]?) {
            self.plural = plural
        }
    }

    package struct Variation: Decodable {
        package let stringUnit: StringUnit

        package init(stringUnit: StringUnit) {
            self.stringUnit = stringUnit
        }
    }

    package struct StringUnit: Decodable {
        package var state: String?
        package let value: String

        package init(state: String?, value: String) {
            self.state = state
            self.value = value
        }
    }

    /// An unsupported value; only its presence is decoded.
    package struct Ignored: Decodable {}
}
