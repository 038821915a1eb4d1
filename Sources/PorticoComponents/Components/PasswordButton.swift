/// The button that shows and hides a password.
public struct PasswordButton: Sendable {
    /// The id of the field.
    public var field: String

    public init(field: String = "password") {
        self.field = field
    }
}
