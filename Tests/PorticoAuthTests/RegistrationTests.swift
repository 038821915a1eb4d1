import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("A11 Registering", .everyEngine)
struct RegistrationTests {
    private let auth = AuthFixture()
    private var registration: Registration { auth.services.registration }

    private func link(to text: String = "eve@example.org") async throws -> String {
        try await registration.request(try address(text), client: Client())
        return try await auth.tokenOfMail()
    }

    private func make(_ userName: String = "eve", token: String) async throws -> BrowserTokens {
        try #require(
            try await registration.make(
                userName: userName, name: "Eve", password: AuthFixture.password, token: token,
                identity: AuthFixture.stranger(at: "192.0.2.7")))
    }

    @Test("by the link creates an account with the confirmed address, and signs it in")
    func made() async throws {
        let token = try await link()
        let identity = try await auth.identity(make(token: token))
        let account = try #require(identity.signIn?.account)
        #expect(account.id.user == "eve")
        #expect(account.email?.value == "eve@example.org")
        #expect(!account.isAdministrator)
        #expect(identity.signIn?.method == .link)
        let event = try #require(try await auth.events(.registered).last)
        #expect(event.account == account.id)
        #expect(event.client.address == "192.0.2.7")
        #expect(try await auth.mails().isEmpty, "the first sign-in sends no mail")
    }

    @Test("asks for a mail in the language of the page, but not if somebody else gets it")
    func language() async throws {
        try await auth.addAccount(email: "ada@example.org")
        for (email, language) in [("eve@example.org", "ar"), ("ada@example.org", nil)] {
            try await registration.request(try address(email), client: Client(), language: "ar")
            let mail = try await auth.mails().last { $0.recipient.value == email }
            #expect(mail != nil && mail?.language == language)
        }
    }

    @Test("6.4.1 by one link creates one account, however often it is used")
    func once() async throws {
        let token = try await link()
        _ = try await make(token: token)
        await #expect(throws: LinkProblem.used) { try await make("eva", token: token) }
        #expect(try await auth.memory.accounts().count == 1)
    }

    @Test("6.4.1 by many people with one link at once creates one account")
    func together() async throws {
        let token = try await link()
        let made = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask { (try? await make("eve\(number)", token: token)) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(made == 1)
        #expect(try await auth.memory.accounts().count == 1)
    }

    @Test("6.4.1 can be repeated: opening the link does not use it, nor does a failed attempt")
    func kept() async throws {
        try await auth.addAccount()
        let token = try await link()
        for _ in 0..<3 { #expect(try await registration.open(token).email.value == "eve@example.org") }
        await #expect(throws: AuthError.accountExists) { try await make("ada", token: token) }
        await #expect(throws: AccountProblem.userNameInvalid) { try await make("no name", token: token) }
        await #expect(throws: AccountProblem.userNameNotEmail) { try await make("other@example.org", token: token) }
        _ = try await make(token: token)
    }

    @Test("by a second link to the same address creates no second account, even if the first is deleted")
    func secondLink() async throws {
        let (first, second, other) = (
            try await link(), try await link(to: "EVE@example.org"), try await link(to: "b@x.y")
        )
        _ = try await make(token: first)
        try await auth.directory.delete(AccountID(server: .local, user: "eve"))
        await #expect(throws: LinkProblem.used) { try await make("eva", token: second) }
        _ = try await make("bob", token: other)
    }

    @Test(
        "is limited to invited people, or closed, as configured",
        arguments: [RegistrationMode.invitation, .closed])
    func modes(mode: RegistrationMode) async throws {
        let auth = AuthFixture(registration: mode)
        await #expect(throws: AuthError.registrationClosed) {
            try await auth.services.registration.request(try address("eve@example.org"), client: Client())
        }
        #expect(try await auth.mails().isEmpty)
    }

    @Test("by an invitation works with every configuration, and creates the account that the inviter chose")
    func invited() async throws {
        let auth = AuthFixture(registration: .closed)
        try await auth.addAccount(isAdministrator: true)
        let invitation = Invitation(
            email: try address("bob@example.org"), name: "Bob", isAdministrator: true, inviter: .ada)
        try await auth.services.registration.invite(invitation, client: Client())
        let event = try #require(try await auth.events(.invited).first)
        #expect(event.actor == .ada)
        #expect(event.detail == "bob@example.org")
        let token = try await auth.tokenOfMail()
        #expect(try await auth.services.registration.open(token).invitation == invitation)
        let tokens = try await auth.services.registration.make(
            userName: "bob", name: "Bob", password: AuthFixture.password, token: token, identity: AuthFixture.stranger)
        #expect(try await auth.identity(try #require(tokens)).signIn?.account.isAdministrator == true)
    }

    @Test("by an invitation fails once its sender may not invite any more", arguments: [0, 1, 2])
    func inviter(loss: Int) async throws {
        for name in ["ada", "chief"] { try await auth.addAccount(name, isAdministrator: true) }
        let invitation = Invitation(email: try address("bob@example.org"), isAdministrator: true, inviter: .ada)
        try await registration.invite(invitation, client: Client())
        let token = try await auth.tokenOfMail()
        switch loss {
        case 0: try await auth.directory.setDisabled(true, .ada)
        case 1: try await auth.directory.setAdministrator(false, .ada)
        default: try await auth.directory.delete(.ada)
        }
        await #expect(throws: LinkProblem.used) { try await registration.open(token) }
        await #expect(throws: LinkProblem.used) { try await make("bob", token: token) }
        let account = Account(
            id: AccountID(server: .local, user: "bob"), name: "B", isAdministrator: true, createdAt: auth.clock.now())
        await #expect(throws: LinkProblem.used) {
            try await auth.store.add(AccountAddition(account, passwordHash: "h", link: TokenDigest(of: token)))
        }
        switch loss {
        case 0: try await auth.directory.setDisabled(false, .ada)
        case 1: try await auth.directory.setAdministrator(true, .ada)
        default: try await auth.addAccount(isAdministrator: true)
        }
        await #expect(throws: LinkProblem.used, "the rights are restored") { try await registration.open(token) }
        auth.clock.advance(by: 7 * 86_400 + 1)
        await #expect(throws: LinkProblem.used) { try await registration.renew(token, client: Client()) }
    }

    @Test("by an invitation to a person with an account sends no link")
    func invitedTwice() async throws {
        try await auth.addAccount(email: "ada@example.org")
        try await registration.invite(Invitation(email: try address("ADA@example.org")), client: Client())
        #expect(try await auth.mails().map(\.kind) == [.alreadyRegistered])
    }

    @Test("6.3.1 causes at most twenty mails an hour from one network, and three to one address")
    func limits() async throws {
        let here = Client(address: "192.0.2.7")
        for number in 0..<20 { try await registration.request(try address("a\(number)@example.org"), client: here) }
        await #expect(throws: AuthError.tooManyAttempts(retryAfter: 3600)) {
            try await registration.request(try address("b@example.org"), client: here)
        }
        #expect(try await auth.takeMails().count == 20)
        for _ in 0..<5 {
            try await registration.request(try address("B@example.org"), client: Client(address: "192.0.2.8"))
        }
        #expect(try await auth.takeMails().count == 3)
        auth.clock.advance(by: 3600)
        try await registration.request(try address("b@example.org"), client: here)
        #expect(try await auth.mails().count == 1)
    }

    @Test("in a browser with the maximum number of accounts creates the account, and signs nobody in")
    func full() async throws {
        let identity = try await auth.fullBrowser()
        let tokens = try await registration.make(
            userName: "eve", name: "Eve", password: AuthFixture.password, token: try await link(), identity: identity)
        #expect(tokens == nil)
        #expect(try await auth.failure("eve", password: AuthFixture.password) == nil)
    }
}
