import PorticoStore

/// The name and the address of an account as an editor showed them.
public struct ShownDetails: Hashable, Sendable {
    public let name: String
    public let email: EmailAddress?

    /// - Parameter email: nil for no address.
    public init(name: String, email: EmailAddress?) {
        self.name = name
        self.email = email
    }
}
