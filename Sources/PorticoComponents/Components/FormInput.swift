import PorticoConfig

/// The content of a form's fields and the problems with it, both by the name of the field.
///
/// The page of a new form has an empty one. A refused form is shown again with its own:
///
/// ```swift
/// Field(id: "quantity", kind: .number, label: "Quantity", input: input)
/// ```
public struct FormInput: Hashable, Sendable {
    /// The content of the fields; never that of passwords.
    public var values: [String: String]
    /// A sentence for each refused field.
    public private(set) var problems: [String: LocalizedText] = [:]

    public init(values: [String: String] = [:]) {
        self.values = values
    }

    /// The content of a field; empty if there is none.
    public subscript(field: String) -> String { values[field] ?? "" }

    /// The problem with a field; nil if there is none.
    public func problem(of field: String) -> LocalizedText? { problems[field] }

    /// Refuses a field. Only the first problem of a field is kept.
    ///
    /// - Parameter problem: a sentence for the person who fills in the form.
    public mutating func refuse(_ field: String, _ problem: some LocalizedTextConvertible) {
        if problems[field] == nil { problems[field] = problem.localizedText }
    }

    /// Refuses a required field without content.
    public mutating func refuse(missing field: String) {
        refuse(field, .fieldMissing)
    }

    /// Refuses a file field without a file.
    public mutating func refuse(missingFile field: String) {
        refuse(field, .fieldMissingFile)
    }

    /// Refuses a field whose content is not a value of its type.
    public mutating func refuse(invalid field: String) {
        refuse(field, .fieldInvalid)
    }
}

extension Field {
    /// A field with the content and the problem of its name, `id`, in `input`. The first refused field gets the focus.
    public init(
        id: String, kind: Kind, label: String, input: FormInput, hint: String? = nil, conflict: Conflict? = nil,
        isRequired: Bool = true, isLast: Bool = false
    ) {
        self.init(
            id: id, kind: kind, label: label, value: input[id], hint: hint, problem: input.problem(of: id),
            conflict: conflict, isRequired: isRequired, isAutofocused: input.problem(of: id) != nil, isLast: isLast)
    }
}
