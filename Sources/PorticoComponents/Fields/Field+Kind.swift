import Foundation
import PorticoConfig

extension Field {
    /// An option of a choice.
    public struct Option: Hashable, Sendable {
        /// The content of the field if it is chosen; empty for no choice.
        public var value: String
        public var title: String
        /// The language of the title, a BCP 47 tag; nil for that of the page.
        public var language: String?

        public init(value: String, title: String, language: String? = nil) {
            self.value = value
            self.title = title
            self.language = language
        }
    }

    /// Options under a heading.
    public struct OptionGroup: Hashable, Sendable {
        public var title: String
        public var options: [Option]
        /// The language of all titles, a BCP 47 tag; nil for that of the page.
        public var language: String?

        public init(title: String, options: [Option], language: String? = nil) {
            self.title = title
            self.options = options
            self.language = language
        }
    }

    /// The kind of a field, which determines the control, the keyboard, password managers, autofill, and the values
    /// that the browser and script accept.
    public struct Kind: Sendable {
        enum Control: Sendable {
            /// An `<input>` of a type.
            case line(type: String)
            case lines(rows: Int)
            case menu([OptionGroup])
            case radios([Option])
            case check
            case file(accepts: String, isMultiple: Bool)
            case color(usual: String?)
        }

        /// The direction in which the content is written, as a value of `dir` (HTML).
        enum Direction: String, Sendable {
            /// From left to right in every language, as an address.
            case leftToRight = "ltr"
            /// That of its first letter, as a name.
            case ofContent = "auto"
        }

        var control: Control
        var inputMode: String?
        var autocomplete = "off"
        /// nil for content that is not written in letters.
        var capitalization: String? = "none"
        var unit: String?
        /// The direction of the content; nil for that of the page.
        var direction: Direction?
        var values = Values.any
        var missing = LocalizedText.fieldMissing
    }
}

extension Field.Kind {
    private init(
        _ type: String, inputMode: String? = nil, autocomplete: String = "off", capitalization: String? = "none",
        unit: String? = nil, direction: Direction? = nil, values: Field.Values = .any
    ) {
        self.init(
            control: .line(type: type), inputMode: inputMode, autocomplete: autocomplete,
            capitalization: capitalization, unit: unit, direction: direction, values: values)
    }

    /// The name of a person.
    public static let name = Self("text", autocomplete: "name", capitalization: "words", direction: .ofContent)
    public static let username = Self("text", inputMode: "email", autocomplete: "username", direction: .leftToRight)
    /// The user name or email address of an existing account.
    public static let usernameOrEmail = username
    public static let email = Self(
        "email", inputMode: "email", autocomplete: "email", direction: .leftToRight, values: .described(.emailInvalid))
    public static let currentPassword = Self("password", autocomplete: "current-password", direction: .leftToRight)
    public static let newPassword = Self("password", autocomplete: "new-password", direction: .leftToRight)
    /// A code of digits that works once. Browsers and password managers that know it offer it.
    package static let oneTimeCode = Self(
        "text", inputMode: "numeric", autocomplete: "one-time-code", direction: .leftToRight)
    /// Text of one line that browsers do not autofill.
    public static let text = Self("text", direction: .ofContent)
    public static let search = Self("search", direction: .ofContent)
    public static let telephone = Self("tel", autocomplete: "tel", capitalization: nil, direction: .leftToRight)
    /// A web address, read as a `WebURL`.
    public static let url = Self(
        "url", autocomplete: "url", direction: .leftToRight, values: .described(.fieldNotAnAddress))
    /// A number, with a fraction or without.
    public static let number = makeNumber(nil, step: nil, unit: nil)
    /// A whole number.
    public static let integer = makeInteger(nil, unit: nil)
    /// A day, read as a ``CalendarDate``.
    public static let date = makeDate(nil)
    /// A time of day, read as a ``TimeOfDay``.
    public static let time = Self("time", capitalization: nil, values: .described(.fieldNotATime))
    /// A day and a time of day, read as a ``LocalDateTime``.
    public static let dateAndTime = Self(
        "datetime-local", capitalization: nil, values: .described(.fieldNotADateAndTime))
    /// A month of a year, read as a ``CalendarMonth``.
    public static let month = Self("month", capitalization: nil, values: .described(.fieldNotAMonth))
    /// A colour, read as a ``HexColor``: `#` and six hexadecimal digits, with a swatch to choose from.
    public static let color = makeColor(usual: nil)
    /// A checkbox, read as a `Bool`. Required, it must be ticked.
    public static let check = Self(control: .check, capitalization: nil, missing: .fieldMissingCheck)

    /// Text of one line that matches a pattern.
    ///
    /// - Parameters:
    ///   - pattern: a regular expression of JavaScript for the whole text (HTML, `pattern`).
    ///   - sentence: the error message for another text.
    public static func text(matching pattern: String, otherwise sentence: some LocalizedTextConvertible) -> Self {
        Self("text", direction: .ofContent, values: .matching(pattern, otherwise: sentence.localizedText))
    }

    /// Text of several lines.
    ///
    /// - Parameter rows: the height in lines.
    public static func multiline(rows: Int = 4) -> Self {
        Self(control: .lines(rows: rows), capitalization: nil, direction: .ofContent)
    }

    /// A number in a range.
    ///
    /// - Parameters:
    ///   - range: the least and the greatest number; nil for every number.
    ///   - step: the distance between two numbers, from the least one; nil for every fraction.
    ///   - unit: shown beside the field, such as `kg`.
    public static func number(in range: ClosedRange<Double>?, step: Double? = nil, unit: String? = nil) -> Self {
        makeNumber(range, step: step, unit: unit)
    }

    private static func makeNumber(_ range: ClosedRange<Double>?, step: Double?, unit: String?) -> Self {
        Self(
            "number", inputMode: "decimal", capitalization: nil, unit: unit,
            values: .numbers(range, step: step, otherwise: .fieldNotANumber))
    }

    /// A whole number in a range.
    ///
    /// - Parameter unit: shown beside the field, such as `kg`.
    public static func integer(in range: ClosedRange<Int>, unit: String? = nil) -> Self {
        makeInteger(Double(range.lowerBound)...Double(range.upperBound), unit: unit)
    }

    private static func makeInteger(_ range: ClosedRange<Double>?, unit: String?) -> Self {
        Self(
            "number", inputMode: "numeric", capitalization: nil, unit: unit,
            values: .numbers(range, step: 1, otherwise: .fieldNotAWholeNumber))
    }

    /// A day in a range.
    ///
    /// - Parameter range: the first and the last day; nil for every day.
    public static func date(in range: ClosedRange<CalendarDate>?) -> Self { makeDate(range) }

    private static func makeDate(_ range: ClosedRange<CalendarDate>?) -> Self {
        Self("date", capitalization: nil, values: .dates(range))
    }

    /// A colour with a swatch.
    ///
    /// - Parameter usual: the colour of an empty field, as `#rrggbb`; nil if there is none.
    public static func color(usual: String?) -> Self { makeColor(usual: usual) }

    private static func makeColor(usual: String?) -> Self {
        Self(
            control: .color(usual: usual), direction: .leftToRight,
            values: .matching("#[0-9A-Fa-f]{6}", otherwise: .fieldNotAColor))
    }

    /// A menu. For “no choice”, begin with an option whose value is empty.
    public static func select(_ options: [Field.Option]) -> Self {
        select(groups: [Field.OptionGroup(title: "", options: options)])
    }

    /// A menu with headings. Options under an empty heading have none.
    public static func select(groups: [Field.OptionGroup]) -> Self {
        Self(control: .menu(groups), capitalization: nil, missing: .fieldMissingChoice)
    }

    /// Radio buttons, for a few options that people compare.
    public static func radios(_ options: [Field.Option]) -> Self {
        Self(control: .radios(options), capitalization: nil, missing: .fieldMissingChoice)
    }

    /// A file, read as an `UploadedFile`. Its form needs `enctype="multipart/form-data"`.
    ///
    /// - Parameters:
    ///   - types: the file name extensions and media types that are offered, separated by commas; empty for all.
    ///   - isMultiple: whether several can be chosen.
    public static func file(accepting types: String = "", isMultiple: Bool = false) -> Self {
        Self(
            control: .file(accepts: types, isMultiple: isMultiple), capitalization: nil, missing: .fieldMissingFile)
    }

    /// The same kind with another token for autofill (HTML, `autocomplete`), such as `postal-code`.
    public func withAutocomplete(_ token: String) -> Self {
        var kind = self
        kind.autocomplete = token
        return kind
    }

    /// The same kind with another keyboard on a touch screen (HTML, `inputmode`), such as `numeric`.
    public func withInputMode(_ mode: String) -> Self {
        var kind = self
        kind.inputMode = mode
        return kind
    }

    package var isPassword: Bool { if case .line(type: "password") = control { true } else { false } }
    var isColor: Bool { if case .color = control { true } else { false } }
}

extension Field {
    /// The values that a kind of field accepts, which become attributes, and the sentence for others.
    enum Values: Sendable {
        case any
        /// The type of the input decides.
        case described(LocalizedText)
        case matching(String, otherwise: LocalizedText)
        case numbers(ClosedRange<Double>?, step: Double?, otherwise: LocalizedText)
        case dates(ClosedRange<CalendarDate>?)
    }
}

extension Field.Values {
    var pattern: String? { if case .matching(let pattern, _) = self { pattern } else { nil } }

    /// The least and the greatest value, as attributes.
    var bounds: (least: String, greatest: String)? {
        switch self {
        case .numbers(let range?, _, _): (Self.digits(range.lowerBound), Self.digits(range.upperBound))
        case .dates(let range?): (range.lowerBound.description, range.upperBound.description)
        default: nil
        }
    }

    var step: String? {
        guard case .numbers(_, let step, _) = self else { return nil }
        return step.map(Self.digits) ?? "any"
    }

    func sentence(_ t: Strings) -> String {
        switch self {
        case .any: return t.fieldInvalid
        case .described(let sentence), .matching(_, let sentence), .numbers(.none, _, let sentence):
            return sentence.string(in: t.languageTag)
        case .numbers(let range?, _, _):
            return t.fieldOutOfRange(Self.words(range.lowerBound, t), Self.words(range.upperBound, t))
        case .dates(.none): return t.fieldNotADate
        case .dates(let range?):
            let format = ReaderFormat(t)
            return t.fieldOutOfRange(format.day(range.lowerBound.noon), format.day(range.upperBound.noon))
        }
    }

    private static func digits(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

    private static func words(_ number: Double, _ t: Strings) -> String {
        Int(exactly: number).map { ReaderFormat(t).number($0) } ?? "\(number)"
    }
}

extension CalendarDate {
    /// Noon of the day in Greenwich, to write the day.
    fileprivate var noon: Date { start(in: .gmt).addingTimeInterval(12 * 3600) }
}
