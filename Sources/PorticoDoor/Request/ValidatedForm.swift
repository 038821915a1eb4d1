import PorticoViews

/// A form whose fields have rules beyond their types.
///
/// ```swift
/// struct OrderForm: ValidatedForm {
///     let customer: String
///     let quantity: Int
///     let note: String?
///
///     func validate(_ input: inout FormInput) {
///         if quantity < 1 { input.refuse("quantity", "Order at least one.") }
///     }
/// }
/// ```
public protocol ValidatedForm: Decodable, Sendable {
    /// Refuses fields. Called only if every field has a value of its type. While the person is still filling in the
    /// form, empty and invalid fields have zeros. Expect them, for instance before a division.
    func validate(_ input: inout FormInput)
}

/// Fields of a form are missing or invalid, and the handler has done nothing with the form. Catch it to show the form
/// again with its input; uncaught, it becomes an error page with status 422.
public struct FormRefusal: Error {
    /// The content of the fields, and their problems.
    public let input: FormInput
}
