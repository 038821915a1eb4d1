/// Names the account of the form for password managers. It is hidden and not sent.
public struct KnownUsername: Sendable {
    public var username: String

    public init(_ username: String) {
        self.username = username
    }
}
