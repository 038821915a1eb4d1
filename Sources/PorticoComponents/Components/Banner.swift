/// A message at the top of a page about the whole page; hidden without a text.
public struct Banner: Sendable {
    public var id: String
    public var text: String?
    /// The configuration keys it depends on, separated by spaces.
    public var config: String

    public init(id: String, text: String?, config: String) {
        self.id = id
        self.text = text
        self.config = config
    }
}
