/// Facts about one thing, each a name and a value. Screen readers announce them as pairs. Rows that are links, switches or
/// actions are a ``CellGroup`` instead.
public struct DescriptionList: Sendable {
    /// A name and a value.
    public struct Item: Sendable {
        public var name: String
        public var value: CellValue

        public init(name: String, value: CellValue) {
            self.name = name
            self.value = value
        }
    }

    public var id: String
    public var header: String?
    public var items: [Item]
    /// The configuration keys the list shows, separated by spaces; a change of one of them refreshes the list.
    public var config: String?

    public init(id: String, header: String? = nil, items: [Item], config: String? = nil) {
        self.id = id
        self.header = header
        self.items = items
        self.config = config
    }
}
