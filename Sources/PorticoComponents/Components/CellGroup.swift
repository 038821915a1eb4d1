/// An inset group of cells with an optional header and footer. A group without cells shows ``empty``. If that is nil
/// too, the group is hidden, but remains in the document so that an update can fill it.
public struct CellGroup: Sendable {
    public var id: String
    public var header: String?
    public var footer: String?
    public var cells: [Cell]
    /// The sentence in place of the cells if there are none, such as "No orders yet."
    public var empty: String?
    /// The configuration keys the group shows, separated by spaces; a change of one of them refreshes the group.
    public var config: String?

    public init(
        id: String, header: String? = nil, footer: String? = nil, cells: [Cell], empty: String? = nil,
        config: String? = nil
    ) {
        self.id = id
        self.header = header
        self.footer = footer
        self.cells = cells
        self.empty = empty
        self.config = config
    }
}

/// A list of groups: the content of most pages.
public struct CellGroups: Sendable {
    public var groups: [CellGroup]

    public init(_ groups: [CellGroup]) {
        self.groups = groups
    }
}
