/// Shows and hides what stands in a password field.
public struct PasswordButton: Sendable {
    /// The id of the field.
    public var field: String

    public init(field: String = "password") {
        self.field = field
    }
}
