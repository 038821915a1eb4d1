/// Shows and hides what stands in the page's password field.
public struct PasswordButton: Sendable {
    public init() {}
}
