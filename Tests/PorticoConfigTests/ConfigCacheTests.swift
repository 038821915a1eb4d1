import PorticoTestSupport
import Testing

@testable import PorticoConfig

@Suite("The configuration of people, in memory")
struct ConfigCacheTests {
    private let ada = AccountID(server: .local, user: "ada")
    private let bob = AccountID(server: .local, user: "bob")
    private let store = PausingConfigStore()

    private func service(capacity: Int = 100, changes: ConfigChanges = ConfigChanges()) -> ConfigService {
        ConfigService(app: AppConfig(), store: store, changes: changes, capacity: capacity)
    }

    @Test("is read from the store once, and is available without a wait from then on")
    func hit() async throws {
        let config = service()
        #expect(config.knownConfig(of: ada, isAutoLogin: true) == nil)
        for _ in 0..<3 { _ = try await config.config(of: ada, isAutoLogin: true) }
        #expect(store.reads == 1)
        #expect(config.knownConfig(of: ada, isAutoLogin: true)?.isAutoLogin == true)
        #expect(config.knownConfig(of: ada, isAutoLogin: false)?.isAutoLogin == false)
        #expect(config.knownConfig(of: bob, isAutoLogin: true) == nil)
    }

    @Test("has a written value at once, also for observers of the change")
    func write() async throws {
        let changes = ConfigChanges()
        let config = service(changes: changes)
        #expect(try await config.config(of: ada, isAutoLogin: false).appearance == .automatic)
        var observed = changes.observe().makeAsyncIterator()
        try await config.set(UserConfig.appearance, to: .dark, in: .person(ada))
        _ = await observed.next()
        #expect(try await config.config(of: ada, isAutoLogin: false).appearance == .dark)
        #expect(try await config.config(of: bob, isAutoLogin: false).appearance == .automatic)
    }

    @Test("does not keep a value that was read before a write that ended meanwhile")
    func race() async throws {
        let config = service()
        store.pauseNextRead { [ada] in
            _ = try? await config.set(UserConfig.textSize, to: .xl, in: .person(ada))
        }
        #expect(try await config.config(of: ada, isAutoLogin: false).textSize == .l, "the read began before the write")
        #expect(config.knownConfig(of: ada, isAutoLogin: false) == nil)
        #expect(try await config.config(of: ada, isAutoLogin: false).textSize == .xl)
    }

    @Test("is dropped when another process has written")
    func invalidation() async throws {
        let config = service()
        _ = try await config.config(of: ada, isAutoLogin: false)
        try await store.set(["appearance": #""light""#], in: .person(ada))
        #expect(try await config.config(of: ada, isAutoLogin: false).appearance == .automatic)
        config.invalidate()
        #expect(try await config.config(of: ada, isAutoLogin: false).appearance == .light)
    }

    @Test("is dropped after a failed write, because its effect is unknown")
    func failedWrite() async throws {
        let config = service()
        _ = try await config.config(of: ada, isAutoLogin: false)
        store.setDown(true)
        await #expect(throws: PausingConfigStore.Down.self) {
            try await config.set(UserConfig.appearance, to: .dark, in: .person(ada))
        }
        #expect(config.knownConfig(of: ada, isAutoLogin: false) == nil)
    }

    @Test("is not kept without capacity")
    func off() async throws {
        let config = service(capacity: 0)
        for _ in 0..<3 { _ = try await config.config(of: ada, isAutoLogin: false) }
        #expect(store.reads == 3)
        #expect(config.knownConfig(of: ada, isAutoLogin: false) == nil)
    }

    @Test("can change several values at once with one announcement; one invalid value prevents all changes")
    func several() async throws {
        let changes = ConfigChanges()
        let config = service(changes: changes)
        var observed = changes.observe().makeAsyncIterator()
        await #expect(throws: ConfigError.invalidValue(key: "userInfo")) {
            try await config.set(
                [
                    ConfigSetting(UserConfig.appearance, to: .dark),
                    ConfigSetting(UserConfig.userInfo, to: UserInfo(name: " ")),
                ], in: .person(ada))
        }
        #expect(try await config.config(of: ada, isAutoLogin: false).appearance == .automatic)
        try await config.set(
            [ConfigSetting(UserConfig.appearance, to: .dark), ConfigSetting(UserConfig.textSize, to: .s)],
            in: .person(ada))
        #expect(await observed.next() == ConfigChange(scope: .person(ada), keys: ["appearance", "textSize"]))
        let read = try await config.config(of: ada, isAutoLogin: false)
        #expect(read.appearance == .dark)
        #expect(read.textSize == .s)
    }
}
