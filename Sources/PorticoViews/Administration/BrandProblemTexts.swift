/// The sentences about invalid values of the brand, in one language.
package struct BrandProblemTexts: Sendable {
    private let t: Strings

    package init(language: String) {
        t = Strings(language: language)
    }

    package func text(most: Int, lines: Int) -> String {
        lines == 1 ? t.brandTextProblem(most) : t.brandLinesProblem(most, lines)
    }

    package var hiddenCharacter: String { t.brandHiddenCharacter }
    package var notAColor: String { t.brandColorProblem }

    /// - Parameter nearest: the nearest readable colour, `#rrggbb`.
    package func unreadable(nearest: String) -> String { t.brandContrastProblem(nearest) }
    package var notAnAddress: String { t.brandAddressProblem }
    package var markTooLarge: String { t.brandMarkTooLarge }
    package var markUnknown: String { t.brandMarkUnknown }
    package var markMalformed: String { t.brandMarkMalformed }
    package var markEmpty: String { t.brandMarkEmpty }
    package var markUnreadable: String { t.brandMarkUnreadable }
}
