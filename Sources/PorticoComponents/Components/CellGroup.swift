/// An inset group of cells with an optional header and footer. A group without cells is hidden, but remains in the
/// document so that an update can fill it.
public struct CellGroup: Sendable {
    public var id: String
    public var header: String?
    public var footer: String?
    public var cells: [Cell]
    /// The configuration keys the group shows, separated by spaces; a change of one of them refreshes the group.
    public var config: String?

    public init(id: String, header: String? = nil, footer: String? = nil, cells: [Cell], config: String? = nil) {
        self.id = id
        self.header = header
        self.footer = footer
        self.cells = cells
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
