import PorticoAuth
import PorticoRoot
import PorticoStore

/// A store that pauses before and after each transaction, as developers and tests wish. Requests of the same moment then
/// overtake each other in ways that are rare otherwise.
struct PausedAuthStore: AuthStore {
    private let store: any AuthStore
    private let settings: DevelopmentSettings

    init(_ store: any AuthStore, by settings: DevelopmentSettings) {
        self.store = store
        self.settings = settings
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (any AuthTransaction) throws -> T) async throws -> T {
        try await paused { try await store.read(body) }
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any AuthTransaction) throws -> T) async throws -> T {
        try await paused { try await store.write(body) }
    }

    private func paused<T: Sendable>(_ transaction: () async throws -> T) async throws -> T {
        try await settings.pauseStore()
        let result: T
        do {
            result = try await transaction()
        } catch {
            try await settings.pauseStore()
            throw error
        }
        try await settings.pauseStore()
        return result
    }
}
