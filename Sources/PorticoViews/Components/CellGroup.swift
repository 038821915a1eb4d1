import PorticoHTML

/// An inset group of cells, with a header above and a footer below where there is something to say. One without cells is
/// not seen; with ``config`` it stands there all the same, so that it can come.
public struct CellGroup: Sendable {
    public var id: String
    public var header: String?
    public var footer: String?
    public var cells: [Cell]
    /// The configuration keys the group shows, separated by spaces; it is refreshed alone when one of them changes.
    public var config: String?

    public init(id: String, header: String? = nil, footer: String? = nil, cells: [Cell], config: String? = nil) {
        self.id = id
        self.header = header
        self.footer = footer
        self.cells = cells
        self.config = config
    }
}

/// Groups of cells, one under the other: the content of most pages.
public struct CellGroups: Sendable {
    public var groups: [CellGroup]

    public init(_ groups: [CellGroup]) {
        self.groups = groups
    }
}
