import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("The export of personal data")
struct PersonalDataTests {
    private struct Export: Decodable {
        struct AccountPart: Decodable {
            let server, user, name, createdAt: String
            let isAdministrator, isDisabled: Bool
        }
        struct SignInPart: Decodable {
            let method, since, lastSeen: String
            let isAutomatic: Bool
            let endedAt: String?
        }
        struct Configuration: Decodable {
            struct Info: Decodable { let name: String? }
            let userInfo: Info
            let appearance: String?
        }
        let account: AccountPart
        let configuration: Configuration
        let signIns: [SignInPart]
    }

    private struct Drafts: Decodable {
        struct DraftPart: Decodable {
            let path, keptAt: String
            let fields: [[String: String]]
            let files: [String]
        }
        let drafts: [DraftPart]
    }

    /// The file, as the person gets it.
    private func export(_ browser: TestBrowser) async throws -> String { try await download(browser).text }

    private func download(_ browser: TestBrowser, of account: String = "local/ada") async throws -> TestResponse {
        let begun = try await browser.post("/account/data", [("account", account)])
        let path = try #require(begun.headers[.location])
        #expect(try await eventually { try await browser.get(path).text.contains("Ready: Your data") })
        return try await browser.get("\(path)/result")
    }

    @Test("has the server and the employee number of an account at a gateway, and a separate file name")
    func elsewhere() async throws {
        try await GatewayFixture().administering { door, _, client in
            let browser = try await door.browserAtWork(client)
            let file = try await download(browser, of: "works/ada")
            #expect(file.headers[.contentDisposition]?.contains("Portico%20works%20ada.json") == true)
            #expect(file.text.contains(#""employeeNumber" : "0042""#) && file.text.contains(#""server" : "works""#))
        }
    }

    @Test("is one file: the account, its configuration, its sign-ins")
    func file() async throws {
        try await signedIn { browser in
            _ = try await browser.post("/session/end")
            _ = try await browser.signIn()
            _ = try await browser.post(
                "/profile", [("account", "local/ada"), ("name", "Ada L."), ("pronouns", ""), ("note", "")])
            _ = try await browser.post("/settings/appearance", [("account", "local/ada"), ("appearance", "dark")])
            _ = try await browser.post(
                "/settings/automatic-sign-in", [("account", "local/ada"), ("value", "on")])
            let data = try JSONDecoder().decode(Export.self, from: Data(try await export(browser).utf8))
            #expect((data.account.user, data.account.name) == ("ada", "Ada Lovelace"))
            #expect((data.configuration.userInfo.name, data.configuration.appearance) == ("Ada L.", "dark"))
            #expect(data.signIns.map { $0.endedAt == nil } == [false, true])
            #expect(data.signIns.map(\.isAutomatic) == [false, true])
        }
    }

    @Test("has the forms sent after a sign-in had ended, of every browser, while they are stored")
    func drafts() async throws {
        try await TestDoor.run(publicFolder: publicFolder) { door, client in
            try await door.addAccount()
            let (browser, other) = (TestBrowser(client), TestBrowser(client))
            for browser in [browser, other] { _ = try await browser.signIn() }
            door.clock.advance(by: 400_000_000)
            _ = try await other.post(
                "/profile", [("account", "local/ada"), ("name", "Ada L."), ("note", "Half a thought")])
            _ = try await browser.signIn()
            let drafts = { try JSONDecoder().decode(Drafts.self, from: Data(try await export(browser).utf8)).drafts }
            let draft = try #require(try await drafts().first)
            #expect((draft.path, draft.files) == ("/profile", []))
            #expect(
                draft.fields == [["name": "name", "value": "Ada L."], ["name": "note", "value": "Half a thought"]])
            door.clock.advance(by: 3600)
            _ = try await browser.signIn()
            #expect(try await drafts().isEmpty)
        }
    }

    @Test("has no secret")
    func secrets() async throws {
        try await TestDoor.run(publicFolder: publicFolder) { door, client in
            let account = try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            try await door.configStore.set(
                ["gatewayUserName": "\"hidden\"", "currentFactoryCode": "\"F1\""], in: .person(account.id))
            let text = try await export(browser)
            #expect(text.contains("F1"))
            let hash = try #require(try await door.memory.credential(of: account.id)?.passwordHash)
            // The cookie only shows that a job was started, which is no secret.
            let cookies = await browser.cookies.filter { $0.key != "portico-job" }
            for secret in ["hidden", "gatewayUserName", hash, "argon2"] + cookies.values {
                #expect(!text.contains(secret), "\(secret)")
            }
        }
    }

    @Test("has every value as it is stored", arguments: ["9007199254740993", "0.5", "[null,true,{\"a\":\"b\"}]"])
    func values(json: String) throws {
        #expect(String(decoding: try JSONEncoder().encode(JSONValue(json: json)), as: UTF8.self) == json)
    }

    @Test("has a stored value that is not JSON as a text, and succeeds")
    func changedByHand() async throws {
        try await TestDoor.run(publicFolder: publicFolder) { door, client in
            let account = try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            try await door.configStore.set(["currentFactoryCode": "F1, not JSON"], in: .person(account.id))
            #expect(try await export(browser).contains("\"F1, not JSON\""))
        }
    }

    @Test("is for the person only")
    func account() async throws {
        try await signedIn { browser in
            let answer = try await browser.post("/account/data", [("account", "local/bob")])
            #expect(answer.status == .conflict)
        }
    }
}
