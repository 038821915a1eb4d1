/// The store of the servers' workplaces.
///
/// Every call is one transaction: if it throws, nothing is stored. Errors are those of the underlying storage; treat
/// them as "store unavailable".
public protocol WorkplaceStore: Sendable {
    /// Replaces all workplaces of a server.
    func replace(_ directory: WorkplaceDirectory, on server: ServerID) async throws
    /// The matching workplaces in natural order of their names.
    func workplaces(_ query: WorkplaceQuery) async throws -> [Workplace]
    func workplace(_ kind: Workplace.Kind, code: String, on server: ServerID) async throws -> Workplace?
    /// The workplaces of a server with these codes.
    func choice(_ codes: WorkplaceCodes, on server: ServerID) async throws -> WorkplaceChoice
}

/// A search for workplaces of one kind.
public struct WorkplaceQuery: Hashable, Sendable {
    public var server: ServerID
    public var kind: Workplace.Kind
    /// The code of the parent; nil for all.
    public var parent: String?
    /// Text that the name or code contains, ignoring case; empty for all.
    public var text: String
    /// Maximum number of results.
    public var limit: Int

    public init(
        _ kind: Workplace.Kind, on server: ServerID, parent: String? = nil, text: String = "", limit: Int = .max
    ) {
        self.kind = kind
        self.server = server
        self.parent = parent
        self.text = text
        self.limit = limit
    }
}
