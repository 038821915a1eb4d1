import PorticoConfig

/// A form field with its label, hint and error message.
///
/// The kind says which control it is, and which values the browser and script accept. Script shows a problem beside the
/// field when the form is sent; without script the browser does. Neither replaces the check of the server.
public struct Field: Sendable {
    /// The id and name of the input, and the prefix of the other ids.
    public var id: String
    public var kind: Kind
    public var label: String
    /// The content, as a form sends it: `2026-11-28` for a date, the value of an option for a choice, `on` for a ticked
    /// checkbox. Never rendered for a password or a file.
    public var value: String
    /// The explanation below the field.
    public var hint: String?
    /// The error message.
    public var problem: LocalizedText?
    /// The conflict with a value that somebody saved in the meantime.
    public var conflict: Conflict?
    public var isRequired: Bool
    /// Whether browsers may fill the field with the person's own data.
    public var isOwn: Bool
    /// Whether the field has the autofocus.
    public var isAutofocused: Bool
    /// Whether it is the last field, so that Enter submits the form.
    public var isLast: Bool
    /// Whether the field cannot be changed, and is not sent.
    public var isDisabled: Bool
    /// The maximum number of characters of a text, as `String.fits` counts them. Script says how many are left.
    public var limit: Int?
    /// The sentence for a required field without content; nil for that of its kind.
    public var missing: LocalizedText?
    /// The sentence for content that is not a value of its kind; nil for that of its kind.
    public var invalid: LocalizedText?

    public init(
        id: String, kind: Kind, label: String, value: String = "", hint: String? = nil,
        problem: (some LocalizedTextConvertible)? = LocalizedText?.none,
        conflict: Conflict? = nil, isRequired: Bool = true, isOwn: Bool = true, isAutofocused: Bool = false,
        isLast: Bool = false, isDisabled: Bool = false, limit: Int? = nil,
        missing: (some LocalizedTextConvertible)? = LocalizedText?.none,
        invalid: (some LocalizedTextConvertible)? = LocalizedText?.none
    ) {
        self.id = id
        self.kind = kind
        self.label = label
        self.value = value
        self.hint = hint
        self.problem = problem?.localizedText
        self.conflict = conflict
        self.isRequired = isRequired
        self.isOwn = isOwn
        self.isAutofocused = isAutofocused
        self.isLast = isLast
        self.isDisabled = isDisabled
        self.limit = limit
        self.missing = missing?.localizedText
        self.invalid = invalid?.localizedText
    }

    /// A field with the content and the problem of its name, `id`, in `input`. The first refused field gets the focus.
    public init(
        id: String, kind: Kind, label: String, input: FormInput, hint: String? = nil, conflict: Conflict? = nil,
        isRequired: Bool = true, isLast: Bool = false, isDisabled: Bool = false, limit: Int? = nil,
        missing: (some LocalizedTextConvertible)? = LocalizedText?.none,
        invalid: (some LocalizedTextConvertible)? = LocalizedText?.none
    ) {
        self.init(
            id: id, kind: kind, label: label, value: input[id], hint: hint, problem: input.problem(of: id),
            conflict: conflict, isRequired: isRequired, isAutofocused: input.problem(of: id) != nil, isLast: isLast,
            isDisabled: isDisabled, limit: limit, missing: missing, invalid: invalid)
    }

    /// Whether 20 characters at most are left. From then on script shows how many.
    var isNearLimit: Bool { limit.map { !value.fits($0 - 21) } ?? false }

    var autocomplete: String { isOwn ? kind.autocomplete : "off" }

    /// The ids of the unit, the hint, the counter, the conflict and the error message.
    var descriptions: String {
        let parts = [(kind.unit != nil, "unit"), (hint != nil, "hint"), (limit != nil, "count"), (true, "problem")]
        return conflict.descriptions(of: id, parts.filter(\.0).map { "\(id)-\($0.1)" }.joined(separator: " "))
    }

    /// The error message, in the words of this field where the server has only said that the content is missing or
    /// invalid.
    func shownProblem(_ t: Strings) -> String? {
        switch problem {
        case .fieldMissing?, .fieldMissingFile?: missingSentence(t)
        case .fieldInvalid?: invalidSentence(t)
        case let problem: problem?.string(in: t.languageTag)
        }
    }

    func missingSentence(_ t: Strings) -> String { (missing ?? kind.missing).string(in: t.languageTag) }

    func invalidSentence(_ t: Strings) -> String {
        if let sentence = invalid ?? limit.map(LocalizedText.fieldTooLong) { return sentence.string(in: t.languageTag) }
        return kind.values.sentence(t)
    }

    /// The sentence for script if the field may be empty without being allowed to; nil if it is that of every field.
    func ownMissingSentence(_ t: Strings) -> String? {
        guard isRequired else { return nil }
        let sentence = missingSentence(t)
        return sentence == t.fieldMissing ? nil : sentence
    }

    /// The sentence for script if the content may be invalid; nil if it is that of every field.
    func ownInvalidSentence(_ t: Strings) -> String? {
        let sentence = invalidSentence(t)
        return sentence == t.fieldInvalid ? nil : sentence
    }
}

/// The control of a field, without its label.
struct FieldControl: Sendable {
    let field: Field

    var kind: Field.Kind { field.kind }
    var capitalization: String { kind.capitalization ?? "none" }
}

/// The hint, the counter, the saved value and the error message of a field.
struct FieldNotes: Sendable {
    let field: Field
}

/// Two fields beside each other that are one value: a number and its unit. The hint and the error message of the number
/// have the width of both.
package struct FieldPair: Sendable {
    let field: Field
    let unit: Field

    package init(_ field: Field, unit: Field) {
        self.field = field
        self.unit = unit
    }
}

/// A group of radio buttons with a label.
struct RadioField: Sendable {
    let field: Field
    let options: [Field.Option]
}

/// The options of a menu.
struct FieldOptions: Sendable {
    let options: [Field.Option]
    /// The value of the chosen option.
    let selection: String
}
