/// Reads and replaces the workplaces of servers.
///
/// Selections have a bounded in-memory cache, because the main screen shows them.
public struct WorkplaceService: Sendable {
    private struct Key: Hashable, Sendable {
        let server: ServerID
        let codes: WorkplaceCodes
    }

    private let store: any WorkplaceStore
    private let changes: ConfigChanges
    private let choices: BoundedCache<Key, WorkplaceChoice>
    private let isEnabled: Bool

    /// - Parameter capacity: maximum number of cached selections; 0 disables the cache. Accounts with the same
    ///   selection share an entry.
    public init(store: any WorkplaceStore, changes: ConfigChanges, capacity: Int = 10_000) {
        self.store = store
        self.changes = changes
        isEnabled = capacity > 0
        choices = BoundedCache(capacity: capacity)
    }

    /// An account's selected workplaces.
    public func choice(of config: UserConfig) async throws -> WorkplaceChoice {
        if let known = knownChoice(of: config) { return known }
        let key = Key(server: config.account.server, codes: config.workplaces)
        let ticket = choices.ticket()
        let choice = try await store.choice(key.codes, on: key.server)
        if isEnabled { choices.store(choice, for: key, since: ticket) }
        return choice
    }

    /// The cached selection of an account; nil if it is not in the cache.
    func knownChoice(of config: UserConfig) -> WorkplaceChoice? {
        choices.value(for: Key(server: config.account.server, codes: config.workplaces))
    }

    /// The matching workplaces in natural order of their names.
    public func workplaces(_ query: WorkplaceQuery) async throws -> [Workplace] { try await store.workplaces(query) }

    /// nil if the server has no such workplace.
    public func workplace(_ kind: Workplace.Kind, code: String, on server: ServerID) async throws -> Workplace? {
        try await store.workplace(kind, code: code, on: server)
    }

    /// Replaces all workplaces of a server, then notifies open pages.
    public func replace(_ directory: WorkplaceDirectory, on server: ServerID) async throws {
        do {
            // Also after an error, because the directory may have been replaced.
            defer { invalidate() }
            try await store.replace(directory, on: server)
        }
        changes.publish(ConfigChange(scope: .installation, keys: []))
    }

    /// Replaces all workplaces of a server if the directory differs from the stored one.
    public func update(_ directory: WorkplaceDirectory, on server: ServerID) async throws {
        var kept: Set<Workplace> = []
        for kind in Workplace.Kind.allCases {
            kept.formUnion(try await store.workplaces(WorkplaceQuery(kind, on: server)))
        }
        guard kept != Set(directory.workplaces) else { return }
        try await replace(directory, on: server)
    }

    /// Clears the cache, because another process wrote to the store.
    public func invalidate() {
        choices.removeAll()
    }

    /// Clears the cache, and keeps it empty while it is closed.
    public func setCacheClosed(_ isClosed: Bool) {
        choices.setClosed(isClosed)
    }

    /// Allows the use of the cache until `end`.
    public func setCacheUsable(until end: ContinuousClock.Instant) {
        choices.setUsable(until: end)
    }

    /// Handles a replacement by another server on the same database.
    public func receiveReplacement() {
        invalidate()
        changes.publish(ConfigChange(scope: .installation, keys: []))
    }
}
