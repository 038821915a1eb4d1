import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Security: one-time links", .everyEngine)
struct AccountLinksTests {
    private let auth = AuthFixture()

    /// Every mail with a link, and the purpose of the link.
    private func mails() throws -> [(MailJob, OneTimeLink.Purpose)] {
        let email = try address("ada@example.org")
        return [
            // First, because the clock goes on: it is not sent late.
            (MailJob(to: email, .signInLink(.ada, browser: .least, Client(), auth.clock.now())), .signIn),
            (MailJob(to: email, .registration), .registration),
            (MailJob(to: email, .invitation(Invitation(email: email))), .invitation),
            (MailJob(to: email, .welcome(.ada)), .invitation),
            (MailJob(to: email, .passwordReset(.ada, isForced: false)), .passwordReset),
            (MailJob(to: email, .emailChange(.ada)), .emailChange),
            (MailJob(to: email, .newSignIn(.ada, 7, Client(), auth.clock.now())), .endSignIn),
            (MailJob(to: email, .signInLimited(.ada)), .liftLimits),
            (MailJob(to: email, .codesLimited(.ada)), .liftLimits),
            (MailJob(to: email, .factorsResetBegun(.ada, auth.clock.now())), .stopReset),
        ]
    }

    @Test(
        "6.4.1 work for sixty minutes after their mail was sent, invitations for seven days, that against a reset for one, those to log in for ten minutes, by the clock"
    )
    func lifetime() async throws {
        for (mail, purpose) in try mails() {
            let made = try #require(try await auth.services.links.make(for: mail))
            #expect(made.link.purpose == purpose)
            let lifetimes: [OneTimeLink.Purpose: TimeInterval] = [
                .invitation: 7 * 86_400, .stopReset: 86_400, .signIn: 600,
            ]
            auth.clock.advance(by: lifetimes[purpose, default: 3600] - 1)
            let link = try await auth.services.links.open(made.token.value, for: [purpose])
            #expect(link.email == mail.recipient)
            auth.clock.advance(by: 1)
            await #expect(throws: LinkProblem.expired) {
                try await auth.services.links.open(made.token.value, for: [purpose])
            }
        }
    }

    @Test("6.4.1 are not created for a mail that was removed from the queue while it was composed")
    func withdrawn() async throws {
        let email = try address("ada@example.org")
        let invitation = MailJob(to: email, .invitation(Invitation(email: email)))
        try await auth.memory.add([invitation], event: nil, at: auth.clock.now())
        let queued = try #require(try await auth.memory.mails(limit: 1).first)
        #expect(try await auth.services.links.make(for: invitation, queued: queued) != nil)
        try await auth.services.registration.withdraw(email, actor: nil, client: Client())
        #expect(try await auth.services.links.make(for: invitation, queued: queued) == nil)
    }

    @Test("6.4.1 stay the same when their mail is sent again, and work for their full time after that")
    func sentAgain() async throws {
        let mail = MailJob(to: try address("ada@example.org"), .registration)
        try await auth.memory.add([mail, mail], event: nil, at: auth.clock.now())
        let queued = try await auth.memory.mails(limit: 2)
        let links = auth.services.links
        let first = try #require(try await links.make(for: mail, queued: queued[0])).token.value
        auth.clock.advance(by: 3000)
        #expect(try await links.make(for: mail, queued: queued[0])?.token.value == first)
        #expect(try await links.make(for: mail, queued: queued[1])?.token.value != first, "another mail has its own")
        auth.clock.advance(by: 3599)
        #expect(try await links.open(first, for: [.registration]).email == mail.recipient)
        _ = try await auth.memory.write { try $0.useUp(TokenDigest(of: first)) }
        #expect(try await links.make(for: mail, queued: queued[0]) == nil, "the first attempt has arrived")
    }

    @Test("6.4.1 stay the same if another key is in force when their mail is sent again")
    func sentAgainWithAnotherKey() async throws {
        let mail = MailJob(to: try address("ada@example.org"), .registration)
        try await auth.memory.add([mail], event: nil, at: auth.clock.now())
        let queued = try #require(try await auth.memory.mails(limit: 1).first)
        let keys = [SecretBox.newKey(), SecretBox.newKey()]
        var tokens: [String?] = []
        for keys in [[keys[0]], [keys[1], keys[0]]] {
            let links = AccountLinks(
                store: auth.memory, policy: auth.services.currentPolicy, box: try #require(SecretBox(keys: keys)),
                now: auth.clock.now)
            tokens.append(try await links.make(for: mail, queued: queued)?.token.value)
        }
        #expect(tokens[0] != nil && tokens[0] == tokens[1])
    }

    @Test("6.4.1 never work longer, with any configuration")
    func longest() async throws {
        #expect(AuthPolicy(linkLifetime: 86_400).linkLifetime == 3600)
        #expect(AuthPolicy(linkLifetime: 60).linkLifetime == 60)
        #expect(AuthPolicy(invitationLifetime: 60).invitationLifetime == 3600)
        #expect(AuthPolicy(invitationLifetime: 31 * 86_400).invitationLifetime == 30 * 86_400)
    }

    @Test("6.4.1 work only for their purpose")
    func purpose() async throws {
        for (mail, purpose) in try mails() {
            let token = try await auth.token(for: mail)
            let others = Set(OneTimeLink.Purpose.allCases).subtracting([purpose])
            await #expect(throws: LinkProblem.unknown) { try await auth.services.links.open(token, for: others) }
        }
    }

    @Test("6.4.1 are 256 random bits, of which the store has only the digest")
    func tokens() async throws {
        var seen: Set<String> = []
        let mails = try mails()
        for (mail, _) in mails {
            let token = try await auth.token(for: mail)
            #expect(token.count == 43)
            seen.insert(token)
        }
        #expect(seen.count == mails.count)
    }

    @Test(
        "6.4.1 are unknown if no mail contained them",
        arguments: ["", "x", String(repeating: "a", count: 43), String(repeating: "ä", count: 100_000)])
    func unknown(token: String) async throws {
        await #expect(throws: LinkProblem.unknown) {
            try await auth.services.links.open(token, for: Set(OneTimeLink.Purpose.allCases))
        }
    }

    @Test("mails that only report something carry none")
    func none() async throws {
        let email = try address("ada@example.org")
        let now = auth.clock.now()
        let contents: [MailJob.Content] = [
            .alreadyRegistered(.ada), .passwordChanged(.ada, Client(), now), .emailChanged(.ada, now),
            .factorsChanged(.ada, .appAdded, Client(), now), .accountDeleted(name: "Ada", server: .local),
        ]
        for content in contents {
            #expect(try await auth.services.links.make(for: MailJob(to: email, content)) == nil)
        }
    }

    @Test("an expired invitation is recognised for thirty days, and the person can request another one")
    func renewal() async throws {
        let mail = MailJob(
            to: try address("eve@example.org"), .invitation(Invitation(email: try address("eve@example.org"))))
        let token = try await auth.token(for: mail)
        await #expect(throws: LinkProblem.unknown) { try await auth.services.links.expiredInvitation(token) }
        auth.clock.advance(by: 7 * 86_400)
        #expect(try await auth.services.links.expiredInvitation(token).email.value == "eve@example.org")
        auth.clock.advance(by: 30 * 86_400 - 1)
        #expect(try await auth.services.links.expiredInvitation(token).purpose == .invitation)
        auth.clock.advance(by: 1)
        await #expect(throws: LinkProblem.unknown) { try await auth.services.links.expiredInvitation(token) }
    }
}
