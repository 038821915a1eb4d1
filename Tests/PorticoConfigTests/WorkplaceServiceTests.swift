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

    @Test("are read once for all who have chosen the same, and known without a wait from then on")
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
        #expect(store.reads == 2, "whoever chose nothing costs nothing")
    }

    @Test("of one server are not those of another")
    func servers() async throws {
        let workplaces = service()
        try await workplaces.replace(try .sample, on: .local)
        #expect(try await workplaces.choice(of: config("ada")).isOffered)
        #expect(try await !workplaces.choice(of: config("ada", on: ServerID(rawValue: "works"))).isOffered)
    }

    @Test("are another once they were replaced, of which everybody hears")
    func replacing() async throws {
        let workplaces = service()
        #expect(try await !workplaces.choice(of: config("ada")).isOffered)
        var observed = changes.observe().makeAsyncIterator()
        try await workplaces.replace(try .sample, on: .local)
        #expect(await observed.next() == ConfigChange(scope: .installation, keys: []))
        #expect(workplaces.knownChoice(of: config("ada")) == nil)
        #expect(try await workplaces.choice(of: config("ada")).isOffered)
    }

    @Test("are forgotten when another process wrote, or where it is not known whether they were replaced")
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

    @Test("are not kept where they were read before they were replaced meanwhile")
    func race() async throws {
        let workplaces = service()
        store.pauseNextChoice { try? await workplaces.replace(try .sample, on: .local) }
        #expect(try await !workplaces.choice(of: config("ada")).isOffered, "it began before")
        #expect(try await workplaces.choice(of: config("ada")).isOffered)
    }

    @Test("are not kept where no room is given to them")
    func off() async throws {
        let workplaces = service(capacity: 0)
        for _ in 0..<3 { _ = try await workplaces.choice(of: config("ada")) }
        #expect(store.reads == 3)
        #expect(workplaces.knownChoice(of: config("ada")) == nil)
    }
}
