import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Testing

@Suite("E4 The configuration of a person")
struct UserConfigTests {
    private let ada = AccountID(server: .local, user: "ada")
    private let bob = AccountID(server: .local, user: "bob")
    private let adaElsewhere = AccountID(server: ServerID(rawValue: "works"), user: "ada")

    private func service(_ store: SQLConfigStore = SQLConfigStore.inMemory()) -> ConfigService {
        ConfigService(app: AppConfig(), store: store, changes: ConfigChanges())
    }

    @Test("does not exist without an account")
    func withoutAccount() async throws {
        #expect(try await service().user(nil, isAutoLogin: true) == nil)
    }

    @Test("belongs to one account: not to another user, nor to the same name on another server")
    func isolation() async throws {
        let config = service()
        try await config.set(UserConfig.currentFactoryCode, to: "F1", in: .person(ada))
        try await config.set(UserConfig.currentFactoryCode, to: "F2", in: .person(adaElsewhere))
        #expect(try await config.user(ada, isAutoLogin: false)?.currentFactoryCode == "F1")
        #expect(try await config.user(adaElsewhere, isAutoLogin: false)?.currentFactoryCode == "F2")
        let bobs = try #require(try await config.user(bob, isAutoLogin: false))
        #expect(bobs.currentFactoryCode == nil)
        #expect(bobs.account == bob)
    }

    @Test("has the automatic sign-in of the sign-in it is read through, not of the person")
    func automaticSignIn() async throws {
        let config = service()
        #expect(try await config.user(ada, isAutoLogin: true)?.isAutoLogin == true)
        #expect(try await config.user(ada, isAutoLogin: false)?.isAutoLogin == false)
    }

    @Test("has the default for a stored value that is no longer valid", arguments: ["\"\"", "7", "broken", ""])
    func staleValues(json: String) {
        let config = UserConfig(account: ada, isAutoLogin: false, values: ["workShopCode": json])
        #expect(config.workShopCode == nil)
    }

    @Test("keeps each of its codes under a separate name")
    func codes() {
        let config = UserConfig(
            account: ada, isAutoLogin: false,
            values: [
                "currentFactoryCode": #""F""#, "workShopCode": #""W""#, "productLineCode": #""P""#,
                "storeHouseCode": #""S""#,
            ])
        #expect(config.currentFactoryCode == "F")
        #expect(config.workShopCode == "W")
        #expect(config.productLineCode == "P")
        #expect(config.storeHouseCode == "S")
    }

    @Test("publishes one change after a value was stored, and none for a refused value")
    func changes() async throws {
        let changes = ConfigChanges()
        let store = SQLConfigStore.inMemory()
        let config = ConfigService(app: AppConfig(), store: store, changes: changes)
        var observed = changes.observe().makeAsyncIterator()
        await #expect(throws: ConfigError.self) {
            try await config.set(UserConfig.storeHouseCode, to: "", in: .person(ada))
        }
        #expect(try await store.values(in: .person(ada)).isEmpty)
        try await config.set(UserConfig.storeHouseCode, to: "S", in: .person(ada))
        #expect(await observed.next() == ConfigChange(scope: .person(ada), keys: ["storeHouseCode"]))
        #expect(try await config.value(of: UserConfig.storeHouseCode, in: .person(ada)) == "S")
        #expect(try await config.value(of: UserConfig.storeHouseCode, in: .person(bob)) == nil)
    }
}
