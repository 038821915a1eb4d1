import PorticoConfig

/// The content of a form's fields and the problems with it, both by the name of the field.
///
/// The page of a new form has an empty one. A refused form is shown again with its own:
///
/// ```swift
/// Field(id: "quantity", kind: .integer(in: 1...20), label: "Quantity", input: input)
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

    /// Refuses a field whose content it does not accept. ``Field`` says it in the words of its kind, such as its range.
    public mutating func refuse(invalid field: String) {
        refuse(field, .fieldInvalid)
    }

    /// Refuses a text with more characters than the ``Field/limit`` of its field, counted by
    /// `String.fits`.
    public mutating func refuse(_ field: String, longerThan limit: Int) {
        if !self[field].fits(limit) { refuse(field, .fieldTooLong(limit)) }
    }
}
