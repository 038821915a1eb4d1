import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Security: concurrent requests")
struct RaceTests {
    @Test("15.4.2 a hundred in one browser revive no sign-in, leave one password, and their sign-ins end together")
    func hundred() async throws {
        let enough = Limit(attempts: 1000, window: 900)
        let policy = AuthPolicy(
            limits: LimitPolicy(account: enough, consecutive: enough, browser: enough, network: enough))
        try await TestDoor.run(publicFolder: publicFolder, policy: policy, cacheCapacity: 100) {
            door, client in
            for name in ["ada", "bob"] { try await door.add(name) }
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            _ = try await browser.post(
                "/session", [("username", "bob"), ("password", TestServer.password), ("add", "on")])
            let before = try await door.auth.store.openSignIns().map(\.signIn)
            let adas = try #require(before.first { $0.account.id.user == "ada" }).id
            let bobs = try #require(before.first { $0.account.id.user == "bob" }).id
            let answers = try await answers(to: client, cookies: await browser.cookies, adas: adas)

            #expect(answers.allSatisfy { [303, 401, 409, 422, 503].contains($0.status) }, "\(answers.map(\.status))")
            let after = try await door.auth.store.openSignIns()
            #expect(Set(after.filter { $0.signIn.account.id.user == "bob" }.map(\.signIn.id)).isSubset(of: [bobs]))
            let ofAda = after.filter { $0.signIn.account.id.user == "ada" }.map(\.signIn.id)
            var kept: [Answer] = []
            var isFirstNoSignIn = false
            for answer in answers where await answer.hasNewToken(since: browser) {
                if try await answer.browser.account() == "local/ada" { kept.append(answer) }
                isFirstNoSignIn = isFirstNoSignIn || !answer.isSignIn
            }
            // The first request to use the token keeps the browser. If it is not a sign-in, ada's earlier sign-in stays
            // in that browser.
            #expect(ofAda.contains(adas) == isFirstNoSignIn)
            #expect(kept.count == ofAda.count, "a sign-in in force belongs to no browser, or to several")
            // The browser keeps the token of the answer that comes last.
            let last = try #require(kept.last { $0.isSignIn }).browser
            _ = try await last.post("/session/end", [("account", "local/ada"), ("scope", "one")])
            let left = try await door.auth.store.openSignIns().filter { $0.signIn.account.id.user == "ada" }
            #expect(left.allSatisfy { $0.signIn.id == adas }, "a parallel sign-in is still in force")
            #expect(try await browser.account() == nil, "the old token still works")
            let changed = answers.filter { $0.password != nil && $0.status == 303 }
            #expect(changed.count <= 1)
            let password = changed.first?.password ?? TestServer.password
            let later = try await TestBrowser(client).post("/session", [("username", "bob"), ("password", password)])
            #expect(later.status == .seeOther)
        }
    }

    @Test("8.3.2 permissions are checked when the form is complete, not when it begins")
    func slowForm() async throws {
        try await TestDoor.run(publicFolder: publicFolder, cacheCapacity: 100) { door, client in
            for name in ["ada", "chief", "other"] { try await door.add(name, isAdministrator: name != "ada") }
            let browser = try await door.browser(client, "other")
            let cookies = await browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
            let connection = try RawConnection(port: client.port)
            await connection.send(
                """
                POST /administration/person/ada/add-administrator HTTP/1.1\r\nHost: localhost\r
                Cookie: \(cookies)\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r
                Connection: close\r\n\r\na
                """)
            // By now, the server has received the first request.
            _ = try await browser.get("/")
            try await door.auth.directory.setAdministrator(false, AccountID(server: .local, user: "other"))
            await connection.send("=b")
            let answer = await connection.receive { _ in false }
            #expect(answer.hasPrefix("HTTP/1.1 403"), "\(answer.prefix(200))")
            #expect(try await door.account("ada")?.isAdministrator == false)
        }
    }

    private struct Answer: Sendable {
        let status: Int
        let browser: TestBrowser
        let isSignIn: Bool
        /// The new password for bob, if the request sets one.
        var password: String?

        func hasNewToken(since before: TestBrowser) async -> Bool {
            let token = await browser.cookies["portico"] ?? ""
            let old = await before.cookies["portico"]
            return !token.isEmpty && token != old
        }
    }

    /// A quarter of the requests signs in as ada again, a quarter signs bob out, the others switch to ada or change
    /// bob's password.
    private func answers(
        to client: TestClient, cookies: [String: String], adas: SignIn.ID
    ) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let browser = TestBrowser(client)
                    await browser.use(cookies)
                    let password = number % 4 == 3 ? "mauve tractors hum at \(number)" : nil
                    let (path, fields) = Self.request(number, adas: adas, password: password)
                    let response = try await browser.post(path, fields)
                    return Answer(
                        status: response.status.code, browser: browser, isSignIn: path == "/session", password: password
                    )
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private static func request(_ number: Int, adas: SignIn.ID, password: String?) -> (String, [(String, String)]) {
        switch number % 4 {
        case 0: ("/session", [("username", "ada"), ("password", TestServer.password), ("add", "on")])
        case 1: ("/session/end", [("account", "local/bob"), ("scope", "one")])
        case 2: ("/accounts/current", [("account", "local/bob"), ("profile", "\(adas)")])
        default:
            (
                "/account/password",
                [("account", "local/bob"), ("current", TestServer.password), ("password", password ?? "")]
            )
        }
    }
}
