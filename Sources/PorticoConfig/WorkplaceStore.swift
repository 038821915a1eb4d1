/// Where the workplaces of servers are kept.
///
/// Every call is one transaction: it happens whole or, when it throws, not at all. Errors are those of the storage
/// underneath; callers treat them as "store unavailable".
public protocol WorkplaceStore: Sendable {
    /// Puts a directory in the place of all workplaces of a server.
    func replace(_ directory: WorkplaceDirectory, on server: ServerID) async throws
    /// The workplaces that fit, in the order in which people read their names.
    func workplaces(_ query: WorkplaceQuery) async throws -> [Workplace]
    func workplace(_ kind: Workplace.Kind, code: String, on server: ServerID) async throws -> Workplace?
    /// What of a person's codes a server has.
    func choice(_ codes: WorkplaceCodes, on server: ServerID) async throws -> WorkplaceChoice
}

/// Which workplaces of one kind are looked for.
public struct WorkplaceQuery: Hashable, Sendable {
    public var server: ServerID
    public var kind: Workplace.Kind
    /// Only those that are part of the one with this code; nil for all.
    public var parent: String?
    /// Only those whose name or code contains this, whatever its case; empty for all.
    public var text: String
    /// The most to find.
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
