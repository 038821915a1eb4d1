/// Tells managers of passwords whose password a form is about. Nobody sees it, and it is not sent.
public struct KnownUsername: Sendable {
    public var username: String

    public init(_ username: String) {
        self.username = username
    }
}
