import PorticoConfig
import PorticoTestSupport
import Synchronization
import Testing

@Suite("Versions of a person's configuration")
struct ConfigVersionTests {
    private let ada = AccountID(server: .local, user: "ada")
    private let store = PausingConfigStore()

    private func service(report: @escaping @Sendable (AccountID, String) -> Void = { _, _ in }) -> ConfigService {
        ConfigService(app: AppConfig(), store: store, changes: ConfigChanges(), capacity: 100, report: report)
    }

    @Test("accept concurrent changes of different keys, without a report")
    func differentKeys() async throws {
        let config = service()
        let seen = try await config.config(of: ada, isAutoLogin: false).version
        #expect(try await config.set(UserConfig.appearance, to: .dark, in: .person(ada), seen: seen) == [])
        #expect(try await config.set(UserConfig.textSize, to: .xl, in: .person(ada), seen: seen) == [])
        let now = try await config.config(of: ada, isAutoLogin: false)
        #expect(now.appearance == .dark && now.textSize == .xl && now.version > seen)
    }

    @Test("accept the later of concurrent changes of one key, and report it")
    func sameKey() async throws {
        let config = service()
        let seen = try await config.config(of: ada, isAutoLogin: false).version
        try await config.set(UserConfig.textSize, to: .xl, in: .person(ada), seen: seen)
        #expect(try await config.set(UserConfig.textSize, to: .s, in: .person(ada), seen: seen) == ["textSize"])
        #expect(try await config.config(of: ada, isAutoLogin: false).textSize == .s)
    }

    @Test("prevent the replacement of a value stored meanwhile, and show that value")
    func replace() async throws {
        let config = service()
        var changes = config.changes.observe().makeAsyncIterator()
        let seen = try await config.config(of: ada, isAutoLogin: false).version(of: UserConfig.userInfo)
        try await config.set(UserConfig.textSize, to: .xl, in: .person(ada))
        try await config.replace(UserConfig.userInfo, of: seen, with: UserInfo(note: "first"), in: .person(ada))
        await #expect(throws: ConfigError.changedMeanwhile(keys: ["userInfo"])) {
            try await config.replace(UserConfig.userInfo, of: seen, with: UserInfo(note: "second"), in: .person(ada))
        }
        let now = try await config.config(of: ada, isAutoLogin: false)
        #expect(now.userInfo.note == "first")
        let version = now.version(of: UserConfig.userInfo)
        try await config.replace(UserConfig.userInfo, of: version, with: UserInfo(note: "third"), in: .person(ada))
        for key in ["textSize", "userInfo", "userInfo"] {
            #expect(await changes.next() == ConfigChange(scope: .person(ada), keys: [key]))
        }
        await #expect(throws: ConfigError.wrongScope(key: "userInfo")) {
            try await config.replace(UserConfig.userInfo, of: 0, with: UserInfo(), in: .installation)
        }
    }

    @Test("show a value that another process stored meanwhile, whatever is in memory")
    func replaceElsewhere() async throws {
        let config = service()
        let seen = try await config.config(of: ada, isAutoLogin: false).version(of: UserConfig.userInfo)
        try await store.set(["userInfo": #"{"note":"theirs"}"#], in: .person(ada))
        await #expect(throws: ConfigError.changedMeanwhile(keys: ["userInfo"])) {
            try await config.replace(UserConfig.userInfo, of: seen, with: UserInfo(note: "mine"), in: .person(ada))
        }
        #expect(try await config.config(of: ada, isAutoLogin: false).userInfo.note == "theirs")
    }

    @Test("cover only a person's keys: a key of another level is refused, and nothing is stored")
    func levels() async throws {
        let config = service()
        let key = SettingKey("brand", default: "", level: .installation)
        await #expect(throws: ConfigError.wrongScope(key: "brand")) {
            try await config.set(
                [ConfigSetting(UserConfig.textSize, to: .s), ConfigSetting(key, to: "x")], in: .person(ada))
        }
        #expect(try await store.values(in: .person(ada)).isEmpty)
        try await config.set(key, to: "x", in: .installation)
        #expect(try await config.value(of: key, in: .installation) == "x")
    }

    @Test("report a stored invalid value once, and use the default")
    func report() async throws {
        let reported = Mutex<[String]>([])
        let config = service { account, key in reported.withLock { $0.append("\(account) \(key)") } }
        let values = ["appearance": "\"sepia\"", "textSize": "\"XL\"", "workShopCode": "7", "later": "1"]
        try await store.set(values, in: .person(ada))
        for _ in 0..<2 {
            let read = try await config.config(of: ada, isAutoLogin: false)
            #expect(read.appearance == .automatic && read.workShopCode == nil)
            config.invalidate()
        }
        #expect(reported.withLock { $0.sorted() } == ["local/ada appearance", "local/ada workShopCode"])
        #expect(try await store.values(in: .person(ada)) == values, "invalid and unknown values are kept")
    }

    @Test("E10 reach observers of whole configurations in order, and each once")
    func observers() async throws {
        let config = service()
        var observed = try await config.configs(of: ada, isAutoLogin: true).makeAsyncIterator()
        #expect(await observed.next()?.version == 0)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { [ada] in
                    _ = try? await config.set(
                        UserConfig.userInfo, to: UserInfo(note: "\(number)"), in: .person(ada))
                }
            }
            group.addTask {
                let bob = AccountID(server: .local, user: "bob")
                _ = try? await config.set(UserConfig.textSize, to: .s, in: .person(bob))
            }
        }
        var versions: [ConfigVersion] = []
        var notes: Set<String> = []
        for _ in 0..<50 {
            let seen = try #require(await observed.next())
            versions.append(seen.version)
            notes.insert(seen.userInfo.note)
            #expect(seen.account == ada && seen.isAutoLogin)
        }
        #expect(versions == versions.sorted() && Set(versions).count == 50)
        #expect(notes == Set((0..<50).map(String.init)))
        try await config.set(UserConfig.textSize, to: .xs, in: .person(ada))
        #expect(await observed.next()?.textSize == .xs)
    }

    @Test("reach them once if another process has written")
    func otherProcess() async throws {
        let config = service()
        var observed = try await config.configs(of: ada, isAutoLogin: false).makeAsyncIterator()
        _ = await observed.next()
        try await store.set(["textSize": "\"XS\""], in: .person(ada))
        for _ in 0..<2 { try await config.reload() }
        #expect(await observed.next()?.textSize == .xs)
        try await config.set(UserConfig.textSize, to: .s, in: .person(ada))
        #expect(await observed.next()?.textSize == .s)
        try await config.set(UserConfig.appearance, to: .dark, in: .person(ada))
        #expect(await observed.next()?.appearance == .dark)
        try await store.set(["appearance": nil], in: .person(ada))
        try await config.reload()
        try await config.set(UserConfig.textSize, to: .m, in: .person(ada))
        let removed = await observed.next()
        #expect(removed?.appearance == .automatic && removed?.textSize == .s)
    }
}
