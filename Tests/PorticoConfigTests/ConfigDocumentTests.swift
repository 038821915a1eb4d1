import Foundation
import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Testing

@Suite("A person's settings, as a file")
struct ConfigDocumentTests {
    private let ada = AccountID(server: .local, user: "ada")
    private let bob = AccountID(server: ServerID(rawValue: "works"), user: "bob")
    private let store = SQLConfigStore.inMemory()
    private var stored: StoredConfig { StoredConfig(store: store) }

    private func verify(_ text: String) throws -> ConfigDocument { try ConfigDocument(verifying: Data(text.utf8)) }

    @Test("come back as they were, also for another person; settings that are not in the file stay")
    func roundTrip() async throws {
        let config = ConfigService(app: AppConfig(), store: store, changes: ConfigChanges())
        try await config.set(UserConfig.appearance, to: .dark, in: .person(ada))
        try await config.set(UserConfig.userInfo, to: UserInfo(name: "Ada ❤️", note: "a\nb/c"), in: .person(ada))
        try await config.set(UserConfig.workShopCode, to: nil, in: .person(ada))
        try await config.set(UserConfig.textSize, to: .xl, in: .person(bob))
        let document = try ConfigDocument(verifying: try await config.document(of: ada).json())
        try await config.set(document, of: bob)
        let read = try await config.config(of: bob, isAutoLogin: false)
        #expect(read.appearance == .dark && read.userInfo == UserInfo(name: "Ada ❤️", note: "a\nb/c"))
        #expect(read.textSize == .xl)
        #expect(try await stored.document(of: ada) == document)
    }

    @Test("have no secret, no invalid value, and no key that this version does not know")
    func contents() async throws {
        try await store.set(
            ["gatewayUserName": "\"s3cret\"", "appearance": "\"sepia\"", "later": "1", "textSize": "\"XL\""],
            in: .person(ada))
        let text = String(decoding: try await stored.document(of: ada).json(), as: UTF8.self)
        #expect(
            text == """
                {
                  "portico" : "configuration",
                  "values" : {
                    "textSize" : "XL"
                  },
                  "version" : 1
                }
                """)
    }

    @Test("may have unknown keys, secrets among them, which are skipped and reported")
    func unknown() throws {
        let document = try verify(
            #"{"portico": "configuration", "version": 1, "values": {"later": [1], "gatewayUserName": "x", "textSize": "S"}}"#
        )
        #expect(document.unknown == ["gatewayUserName", "later"])
        #expect(document.values == ["textSize": "\"S\""])
    }

    @Test(
        "are refused completely if anything in the file is invalid",
        arguments: [
            ("", ConfigDocument.Problem.unreadable), ("[]", .unreadable), ("{}", .unreadable),
            (#"{"portico": "people", "version": 1, "values": {}}"#, .unreadable),
            (#"{"portico": "configuration", "version": 2, "values": {}}"#, .newer),
            (
                #"{"portico": "configuration", "version": 1, "values": {"appearance": "dark", "textSize": 7}}"#,
                .invalid(key: "textSize")
            ),
        ])
    func refused(text: String, problem: ConfigDocument.Problem) {
        #expect(throws: problem) { try verify(text) }
    }
}
