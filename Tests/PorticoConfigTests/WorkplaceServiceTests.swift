import PorticoTestSupport
import Testing

@testable import PorticoConfig

@Suite("The workplaces of people, in memory")
struct WorkplaceServiceTests {
    private let store = PausingWorkplaceStore()
    private let changes = ConfigChanges()

    private func service(capacity: Int = 100) -> WorkplaceService {
        WorkplaceService(store: store, changes: changes, capacity: capacity)
    }

    private func config(_ user: String, on server: ServerID = .local, _ values: [String: String] = [:]) -> UserConfig {
        UserConfig(account: AccountID(server: server, user: user), isAutoLogin: false, values: values)
    }

    @Test("are read once for all people with the same choice, and then are available without a wait")
    func hit() async throws {
        let workplaces = service()
        try await workplaces.replace(try .sample, on: .local)
        let chosen = ["currentFactoryCode": #""N""#]
        #expect(workplaces.knownChoice(of: config("ada", chosen)) == nil)
        for user in ["ada", "bob"] {
            #expect(try await workplaces.choice(of: config(user, chosen))[.factory]?.name == "École Straße")
        }
        #expect(store.reads == 1)
        #expect(workplaces.knownChoice(of: config("eve", chosen))?[.factory]?.code == "N")
        #expect(workplaces.knownChoice(of: config("eve")) == nil)
        for user in ["ada", "bob"] { _ = try await workplaces.choice(of: config(user)) }
        #expect(store.reads == 2, "a person without a choice costs no read")
    }

    @Test("of one server differ from those of another")
    func servers() async throws {
        let workplaces = service()
        try await workplaces.replace(try .sample, on: .local)
        #expect(try await workplaces.choice(of: config("ada")).isOffered)
        #expect(try await !workplaces.choice(of: config("ada", on: ServerID(rawValue: "works"))).isOffered)
    }

    @Test("change after they were replaced, which is announced to all observers")
    func replacing() async throws {
        let workplaces = service()
        #expect(try await !workplaces.choice(of: config("ada")).isOffered)
        var observed = changes.observe().makeAsyncIterator()
        try await workplaces.replace(try .sample, on: .local)
        #expect(await observed.next() == ConfigChange(scope: .installation, keys: []))
        #expect(workplaces.knownChoice(of: config("ada")) == nil)
        #expect(try await workplaces.choice(of: config("ada")).isOffered)
    }

    @Test("are dropped after another process has written, or if the result of a replacement is unknown")
    func invalidation() async throws {
        let workplaces = service()
        _ = try await workplaces.choice(of: config("ada"))
        try await store.replace(try .sample, on: .local)
        #expect(try await !workplaces.choice(of: config("ada")).isOffered)
        workplaces.invalidate()
        #expect(try await workplaces.choice(of: config("ada")).isOffered)
        store.setDown(true)
        await #expect(throws: PausingWorkplaceStore.Down.self) {
            try await workplaces.replace(try .sample, on: .local)
        }
        #expect(workplaces.knownChoice(of: config("ada")) == nil)
        await #expect(throws: PausingWorkplaceStore.Down.self) { try await workplaces.choice(of: config("ada")) }
    }

    @Test("are not kept if they were replaced during the read")
    func race() async throws {
        let workplaces = service()
        store.pauseNextChoice { try? await workplaces.replace(try .sample, on: .local) }
        #expect(try await !workplaces.choice(of: config("ada")).isOffered, "the read began before")
        #expect(try await workplaces.choice(of: config("ada")).isOffered)
    }

    @Test("are not kept without capacity")
    func off() async throws {
        let workplaces = service(capacity: 0)
        for _ in 0..<3 { _ = try await workplaces.choice(of: config("ada")) }
        #expect(store.reads == 3)
        #expect(workplaces.knownChoice(of: config("ada")) == nil)
    }
}
