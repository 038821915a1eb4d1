import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("A11 Another email address", .everyEngine)
struct EmailChangesTests {
    private let auth = AuthFixture()
    private var emails: EmailChanges { auth.services.emails }

    private func link(_ text: String = "new@example.org", of account: AccountID = .ada) async throws -> String {
        try await emails.request(try address(text), of: account, client: Client(address: "192.0.2.7"))
        return try await auth.tokenOfMail()
    }

    @Test("takes effect once the new address has confirmed it, and the old address gets a mail")
    func changed() async throws {
        try await auth.addAccount(email: "old@example.org")
        let token = try await link()
        #expect(try await auth.store.account(.ada)?.email?.value == "old@example.org")
        let account = try await emails.confirm(token, client: Client(address: "192.0.2.9"))
        #expect(account.email?.value == "new@example.org")
        let mails = try await auth.mails()
        #expect(mails.map(\.kind) == [.emailChanged])
        #expect(mails.map(\.recipient.value) == ["old@example.org"])
        let events = try await auth.events(.emailChangeRequested, .emailChanged)
        #expect(events.map(\.client.address) == ["192.0.2.7", "192.0.2.9"])
        #expect(events.allSatisfy { $0.account == .ada })
    }

    @Test("by an administrator takes effect with the name or not at all; the old address gets a mail")
    func byAdministrator() async throws {
        try await auth.addAccount(email: "old@example.org")
        try await auth.addAccount("bob", email: "bob@example.org")
        await #expect(throws: AuthError.emailTaken) {
            try await auth.directory.setDetails(name: "Countess", email: try address("bob@example.org"), of: .ada)
        }
        #expect(try await auth.store.account(.ada)?.name != "Countess")
        #expect(try await auth.events(.nameChanged, .emailChanged).isEmpty)
        try await auth.directory.setDetails(name: " Countess ", email: try address("new@example.org"), of: .ada)
        #expect(try await auth.store.account(.ada)?.name == "Countess")
        #expect(try await auth.store.account(.ada)?.email?.value == "new@example.org")
        #expect(try await auth.events(.nameChanged, .emailChanged).count == 2)
        try await auth.directory.setDetails(name: nil, email: nil, of: .ada)
        #expect(try await auth.store.account(.ada)?.name == "Countess")
        let mails = try await auth.mails()
        #expect(mails.map(\.kind) == [.emailChanged, .emailChanged])
        #expect(mails.map(\.recipient.value) == ["old@example.org", "new@example.org"])
        await #expect(throws: AccountProblem.nameMissing) {
            try await auth.directory.setDetails(name: " ", email: nil, of: .ada)
        }
    }

    @Test("6.4.1 is confirmed once by one link, which ends the other pending links")
    func once() async throws {
        try await auth.addAccount()
        let (first, second) = (try await link(), try await link("other@example.org"))
        _ = try await emails.confirm(second, client: Client())
        for token in [first, second] {
            await #expect(throws: LinkProblem.used) { try await emails.confirm(token, client: Client()) }
        }
        #expect(try await auth.store.account(.ada)?.email?.value == "other@example.org")
    }

    @Test("6.4.1 looking at the link changes nothing")
    func kept() async throws {
        try await auth.addAccount()
        let token = try await link()
        for _ in 0..<3 { #expect(try await emails.open(token).email.value == "new@example.org") }
        #expect(try await auth.store.account(.ada)?.email == nil)
    }

    @Test("of two accounts that confirm the same address at once belongs to one of them")
    func together() async throws {
        try await auth.addAccount()
        try await auth.addAccount("bob")
        let tokens = [try await link(), try await link(of: .bob)]
        let won = await withTaskGroup(of: Bool.self) { group in
            for token in tokens { group.addTask { (try? await emails.confirm(token, client: Client())) != nil } }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(won == 1)
        let owners = try await auth.memory.accounts().filter { $0.email?.value == "new@example.org" }
        #expect(owners.count == 1)
    }

    @Test("6.4.1 cannot be confirmed once the account is disabled or deleted", arguments: [true, false])
    func dead(disabled: Bool) async throws {
        try await auth.addAccount()
        let token = try await link()
        if disabled {
            try await auth.directory.setDisabled(true, .ada)
        } else {
            try await auth.directory.delete(.ada)
        }
        await #expect(throws: disabled ? LinkProblem.used : .unknown) {
            try await emails.confirm(token, client: Client())
        }
    }

    @Test("ends the links to set a password that the old address has")
    func resetLinks() async throws {
        try await auth.addAccount(email: "old@example.org")
        try await auth.services.passwords.requestReset("ada", client: Client())
        let reset = try await auth.tokenOfMail()
        _ = try await emails.confirm(try await link(), client: Client())
        await #expect(throws: LinkProblem.used) { try await auth.services.passwords.open(reset) }
    }

    @Test("6.3.1 may cause at most twenty mails an hour from one network")
    func limit() async throws {
        try await auth.addAccount()
        for number in 0..<20 {
            try await emails.request(try address("a\(number)@example.org"), of: .ada, client: Client())
        }
        await #expect(throws: AuthError.tooManyAttempts(retryAfter: 3600)) {
            try await emails.request(try address("b@example.org"), of: .ada, client: Client())
        }
    }
}
