import HTTPTypes
import PorticoAuth
import PorticoTestSupport
import Testing

@Suite("A gateway that fails")
struct GatewayFailureTests {
    private let fixture = GatewayFixture()

    @Test(
        "has a status and a sentence for each failure at a sign-in, on the cover, which keeps the name and the server",
        arguments: [
            (GatewayError.timedOut, 504, "is taking too long to respond."), (.unreachable, 502, "can’t be reached."),
            (.tooLarge, 502, "answered with an error."), (.redirected, 502, "answered with an error."),
            (.failed(status: 500), 502, "answered with an error."),
            (.invalidAnswer(.unreadable(nil)), 502, "sent an invalid response."),
            (.invalidAnswer(.missing("data.user")), 502, "data.user is missing or invalid."),
            (.invalidAnswer(.invalid("data.user.employeeNo")), 502, "data.user.employeeNo is missing or invalid."),
            (.refused(.forbidden), 403, "This account isn’t allowed at"),
        ])
    func signIn(error: GatewayError, status: Int, sentence: String) async throws {
        try await fixture.administering { door, _, client in
            fixture.gateway.fail(error)
            let browser = TestBrowser(client)
            for headers in [form, form.merged(fromScript)] {
                let cover = try await browser.post("/session", Self.fields, headers: headers)
                #expect(cover.status.code == status)
                #expect(cover.text.contains(/The works[^<]*/) && cover.text.contains(sentence))
                #expect(cover.text.contains("value=\"ada\""))
                #expect(cover.text.contains(/value="works"[^>]* selected/))
            }
            fixture.gateway.fail(nil)
            #expect(try await browser.signInAtWork().status == .seeOther)
        }
    }

    private static let fields = [("username", "ada"), ("password", GatewayFixture.password), ("server", "works")]

    @Test(
        "ends a launch in the cover with its reason, for the same person, if it has ended the sign-in",
        arguments: [
            (GatewayError.refused(.credentials), "You were logged out by The works. Please log in again."),
            (.refused(.forbidden), "This account isn’t allowed at The works. Contact the administrator there."),
        ])
    func launch(error: GatewayError, sentence: String) async throws {
        try await fixture.administering { door, _, client in
            let browser = try await door.browserAtWork(client)
            fixture.gateway.fail(error, for: "ada")
            door.clock.advance(by: 300)
            try await expectCover(from: browser, saying: sentence)
        }
    }

    @Test("ends a launch in the cover too if the account belongs to another person now")
    func otherPerson() async throws {
        try await fixture.administering { door, _, client in
            let browser = try await door.browserAtWork(client)
            fixture.gateway.setPerson("ada", password: GatewayFixture.password, number: "0043", name: "Another Ada")
            door.clock.advance(by: 300)
            try await expectCover(
                from: browser,
                saying: "This account now belongs to someone else at The works. Contact the administrator there.")
        }
    }

    private func expectCover(from browser: TestBrowser, saying sentence: String) async throws {
        let launch = try await browser.get("/")
        #expect(launch.isCover)
        #expect(launch.text.contains(sentence))
        #expect(launch.text.contains("value=\"ada\"") && launch.text.contains(/value="works"[^>]* selected/))
    }

    @Test(
        "lets a launch use the stored data, with a sentence about that",
        arguments: [
            (GatewayError.timedOut, "is taking too long to respond."), (.unreachable, "can’t be reached."),
            (.invalidAnswer(.unreadable(nil)), "sent an invalid response."),
        ])
    func savedData(error: GatewayError, sentence: String) async throws {
        try await fixture.administering { door, _, client in
            let browser = try await door.browserAtWork(client)
            fixture.gateway.fail(error)
            door.clock.advance(by: 300)
            let launch = try await browser.get("/")
            #expect(launch.isMain)
            #expect(launch.text.contains("The works \(sentence) You’re seeing saved data. You can go on."))
            #expect(launch.text.contains("Ada at work"))
        }
    }
}
