/// Reads and replaces the workplaces of servers.
///
/// What people have chosen stands on their main screen, so it is read through a bounded cache in memory.
public struct WorkplaceService: Sendable {
    private struct Key: Hashable, Sendable {
        let server: ServerID
        let codes: WorkplaceCodes
    }

    private let store: any WorkplaceStore
    private let changes: ConfigChanges
    private let choices: BoundedCache<Key, WorkplaceChoice>
    private let isEnabled: Bool

    /// - Parameter capacity: the most choices kept in memory; with 0 every call goes to the store. People who have chosen
    ///   the same share one.
    public init(store: any WorkplaceStore, changes: ConfigChanges, capacity: Int = 10_000) {
        self.store = store
        self.changes = changes
        isEnabled = capacity > 0
        choices = BoundedCache(capacity: capacity)
    }

    /// What a person has chosen.
    public func choice(of config: UserConfig) async throws -> WorkplaceChoice {
        if let known = knownChoice(of: config) { return known }
        let key = Key(server: config.account.server, codes: config.workplaces)
        let ticket = choices.ticket()
        let choice = try await store.choice(key.codes, on: key.server)
        if isEnabled { choices.store(choice, for: key, since: ticket) }
        return choice
    }

    /// The same, where it is in memory.
    func knownChoice(of config: UserConfig) -> WorkplaceChoice? {
        choices.value(for: Key(server: config.account.server, codes: config.workplaces))
    }

    /// The workplaces that fit, in the order in which people read their names.
    public func workplaces(_ query: WorkplaceQuery) async throws -> [Workplace] { try await store.workplaces(query) }

    public func workplace(_ kind: Workplace.Kind, code: String, on server: ServerID) async throws -> Workplace? {
        try await store.workplace(kind, code: code, on: server)
    }

    /// Puts a directory in the place of all workplaces of a server, and has open pages look.
    public func replace(_ directory: WorkplaceDirectory, on server: ServerID) async throws {
        do {
            // What is in memory goes also where it is not known whether anything was changed.
            defer { invalidate() }
            try await store.replace(directory, on: server)
        }
        changes.publish(ConfigChange(scope: .installation, keys: []))
    }

    /// The same, where the directory differs from what is kept.
    public func update(_ directory: WorkplaceDirectory, on server: ServerID) async throws {
        var kept: Set<Workplace> = []
        for kind in Workplace.Kind.allCases {
            kept.formUnion(try await store.workplaces(WorkplaceQuery(kind, on: server)))
        }
        guard kept != Set(directory.workplaces) else { return }
        try await replace(directory, on: server)
    }

    /// Forgets what is in memory, because another process wrote to the store.
    public func invalidate() {
        choices.removeAll()
    }
}
