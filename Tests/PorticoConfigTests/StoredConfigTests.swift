import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Testing

@Suite("The stored values of a person")
struct StoredConfigTests {
    private let ada = AccountID(server: .local, user: "ada")
    private let store = SQLConfigStore.inMemory()
    private var config: StoredConfig { StoredConfig(store: store) }

    @Test("are listed by name; of secrets, only their presence is shown")
    func entries() async throws {
        try await store.set(
            ["textSize": "\"XL\"", "gatewayUserName": "\"ada.l\"", "later": "[1]"], in: .person(ada))
        let entries = try await config.entries(of: ada)
        #expect(entries.map(\.key) == ["gatewayUserName", "later", "textSize"])
        #expect(entries.map(\.json) == [nil, "[1]", "\"XL\""])
        #expect(entries.allSatisfy { $0.isStored })
        await #expect(throws: StoredConfig.Problem.secret) { try await config.entry("gatewayUserName", of: ada) }
    }

    @Test("are the default if no valid value is stored")
    func defaults() async throws {
        #expect(try await config.entry("appearance", of: ada).json == "\"automatic\"")
        try await store.set(["appearance": "\"sepia\""], in: .person(ada))
        let entry = try await config.entry("appearance", of: ada)
        #expect(entry.json == "\"automatic\"" && !entry.isStored)
        await #expect(throws: StoredConfig.Problem.unknownKey) { try await config.entry("colour", of: ada) }
    }

    @Test(
        "can be JSON or plain text",
        arguments: [
            ("appearance", "dark", "\"dark\""), ("appearance", "\"dark\"", "\"dark\""),
            ("workShopCode", "7", "\"7\""), ("workShopCode", "true", "\"true\""), ("workShopCode", "null", "null"),
            ("workShopCode", "\"null\"", "\"null\""), ("workShopCode", "a\"b", "\"a\\\"b\""),
            ("userInfo", "{ \"note\": \"n\" }", "{\"note\":\"n\",\"pronouns\":\"\"}"),
        ])
    func typed(key: String, text: String, json: String) async throws {
        #expect(try await config.set(key, to: text, of: ada).json == json)
        #expect(try await store.values(in: .person(ada)) == [key: json])
    }

    @Test(
        "stay as they are if the new value breaks a rule",
        arguments: [("appearance", "red"), ("workShopCode", ""), ("userInfo", "Ada"), ("textSize", "7")])
    func invalid(key: String, text: String) async throws {
        await #expect(throws: ConfigError.invalidValue(key: key)) { try await config.set(key, to: text, of: ada) }
        await #expect(throws: StoredConfig.Problem.secret) { try await config.set("gatewayUserName", to: "x", of: ada) }
        #expect(try await store.values(in: .person(ada)).isEmpty)
    }
}
