/// The sentences about invalid values of the brand, in one language.
public struct BrandProblemTexts: Sendable {
    private let t: Strings

    public init(language: String) {
        t = Strings(language: language)
    }

    public func text(most: Int, lines: Int) -> String {
        lines == 1 ? t.brandTextProblem(most) : t.brandLinesProblem(most, lines)
    }

    public var hiddenCharacter: String { t.brandHiddenCharacter }
    public var notAColor: String { t.brandColorProblem }

    /// - Parameter nearest: the nearest readable colour, `#rrggbb`.
    public func unreadable(nearest: String) -> String { t.brandContrastProblem(nearest) }
    public var notAnAddress: String { t.brandAddressProblem }
    public var markTooLarge: String { t.brandMarkTooLarge }
    public var markUnknown: String { t.brandMarkUnknown }
    public var markMalformed: String { t.brandMarkMalformed }
    public var markEmpty: String { t.brandMarkEmpty }
    public var markUnreadable: String { t.brandMarkUnreadable }
}
