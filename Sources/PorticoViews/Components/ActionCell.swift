import PorticoHTML

/// A row that does something at once: a form of its own, whose button is the whole row.
public struct ActionCell: Sendable {
    public var id: String
    public var title: String
    public var value: String?
    public var action: SitePath
    /// Names and values that are sent; the account that the page was rendered for is one of them.
    public var fields: [(name: String, value: String)]
    /// Whether something is lost by it.
    public var isDestructive: Bool
    /// Whether the person is signed out by it.
    public var signsOut: Bool

    public init(
        id: String, title: String, value: String? = nil, action: SitePath, fields: [(name: String, value: String)],
        isDestructive: Bool = false, signsOut: Bool = false
    ) {
        self.id = id
        self.title = title
        self.value = value
        self.action = action
        self.fields = fields
        self.isDestructive = isDestructive
        self.signsOut = signsOut
    }
}
