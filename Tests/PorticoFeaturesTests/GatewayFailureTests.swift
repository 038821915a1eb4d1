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
            (GatewayError.timedOut, 504, "We waited too long for The works."),
            (.unreachable, 502, "We can’t reach The works."),
            (.tooLarge, 502, "Something went wrong at The works."), (.redirected, 502, "Something went wrong at"),
            (.failed(status: 500), 502, "Something went wrong at The works."),
            (.invalidAnswer(.unreadable(nil)), 502, "We got an invalid answer from The works."),
            (.invalidAnswer(.missing("data.user")), 502, "Missing or invalid: data.user. Try again"),
            (.invalidAnswer(.invalid("data.user.employeeNo")), 502, "Missing or invalid: data.user.employeeNo."),
            (.refused(.forbidden), 403, "This account isn’t allowed at The works."),
        ])
    func signIn(error: GatewayError, status: Int, sentence: String) async throws {
        try await fixture.administering { door, _, client in
            fixture.gateway.fail(error)
            let browser = TestBrowser(client)
            for headers in [form, form.merged(fromScript)] {
                let cover = try await browser.post("/session", Self.fields, headers: headers)
                #expect(cover.status.code == status)
                #expect(cover.text.contains(sentence))
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
            (GatewayError.timedOut, "We waited too long for The works."), (.unreachable, "We can’t reach The works."),
            (.invalidAnswer(.unreadable(nil)), "We got an invalid answer from The works."),
        ])
    func savedData(error: GatewayError, sentence: String) async throws {
        try await fixture.administering { door, _, client in
            let browser = try await door.browserAtWork(client)
            fixture.gateway.fail(error)
            door.clock.advance(by: 300)
            let launch = try await browser.get("/")
            #expect(launch.isMain)
            #expect(launch.text.contains("\(sentence) You’re seeing saved data, and you can continue."))
            #expect(launch.text.contains("Ada at work"))
        }
    }
}
