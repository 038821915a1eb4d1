import PorticoHTML

/// A row that performs an action: a form whose submit button fills the row.
public struct ActionCell: Sendable {
    public var id: String
    public var title: String
    /// The path to which the form is posted.
    public var action: SitePath
    /// Names and values of the hidden fields, including the account that the page was rendered for.
    public var fields: [(name: String, value: String)]
    /// Whether the action is destructive.
    public var isDestructive: Bool
    /// Whether the action signs the person out.
    public var signsOut: Bool

    public init(
        id: String, title: String, action: SitePath, fields: [(name: String, value: String)],
        isDestructive: Bool = false,
        signsOut: Bool = false
    ) {
        self.id = id
        self.title = title
        self.action = action
        self.fields = fields
        self.isDestructive = isDestructive
        self.signsOut = signsOut
    }
}
