import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import PorticoTestSupport
import Testing

/// The server `works`, beside the local one.
struct GatewayFixture {
    static let works = ServerID(rawValue: "works")
    static let ada = AccountID(server: works, user: "ada")
    static let password = "works-password"
    let gateway = FakeGateway()

    init() {
        gateway.setPerson("ada", password: Self.password, number: "0042", name: "Ada at work")
    }

    /// Runs a test against a door with a local `ada`, and with `chief`, a signed-in administrator.
    ///
    /// - Parameters:
    ///   - lists: whether people can still sign in to the server.
    ///   - patience: maximum time that a request waits for the gateway.
    ///   - branding: by default the standard look.
    func administering(
        lists: Bool = true, patience: Duration = .seconds(60), branding: Branding? = nil,
        _ test: @escaping @Sendable (TestDoor, TestBrowser, TestClient) async throws -> Void
    ) async throws {
        let url = try #require(URL(string: "https://works.example.org"))
        let local = Server(id: .local)
        let servers = lists ? [local, Server(id: Self.works, name: "The works", kind: .gateway(url))] : [local]
        try await TestDoor.run(
            publicFolder: publicFolder, app: AppConfig(launchCheckTimeout: patience, servers: servers),
            branding: branding, gateways: GatewayAccess(lists ? [Self.works: gateway] : [:])
        ) { door, client in
            try await door.add("ada")
            try await door.add("chief", isAdministrator: true)
            try await test(door, try await door.browser(client, "chief"), client)
        }
    }
}

extension TestDoor {
    /// A browser in which Ada has signed in at the works.
    func browserAtWork(_ client: TestClient, remember: Bool = false) async throws -> TestBrowser {
        let browser = TestBrowser(client)
        let answer = try await browser.signInAtWork(remember: remember)
        #expect(answer.status == .seeOther)
        return browser
    }

    /// The account of a person who signed in at the works before.
    func addAtWork(_ user: String = "ada", name: String = "Ada at work") async throws {
        let account = Account(
            id: AccountID(server: GatewayFixture.works, user: user), name: name, isAdministrator: false,
            createdAt: clock.now(), employeeNumber: EmployeeNumber("0042"))
        try await memory.add(AccountAddition(account, passwordHash: nil))
    }
}

extension TestBrowser {
    func signInAtWork(remember: Bool = false) async throws -> TestResponse {
        try await post(
            "/session",
            [("username", "ada"), ("password", GatewayFixture.password), ("server", "works")]
                + (remember ? [("remember", "on")] : []))
    }
}
