import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("A mail", .everyEngine)
struct MailTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    private static func contents() throws -> [MailJob.Content] {
        let email = try address("ada@example.org")
        let client = Client(address: "192.0.2.7", agent: "Firefox on Linux")
        return [
            .registration, .alreadyRegistered(.ada),
            .invitation(Invitation(email: email, name: "Ada", isAdministrator: true, inviter: .bob)),
            .invitation(Invitation(email: email)), .welcome(.ada), .passwordReset(.ada, isForced: true),
            .passwordReset(.ada, isForced: false), .passwordChanged(.ada, client, now), .emailChange(.ada),
            .emailChanged(.ada, now), .newSignIn(.ada, 7, client, now),
            .signInLink(.ada, browser: TokenDigest(of: "secret"), client, now), .signInLimited(.ada),
            .codesLimited(.ada),
            .factorsChanged(.ada, .appAdded, client, now), .factorsChanged(.ada, .codeUsed(left: 3), client, now),
            .factorsChanged(.ada, .resetStopped, client, now), .factorsResetBegun(.ada, now),
            .accountDeleted(name: "Ada \"<b>\"\n", server: nil),
        ]
    }

    @Test("is read back from a queue as it was written")
    func coding() throws {
        let email = try address("ada@example.org")
        let mails =
            try Self.contents().map { MailJob(to: email, $0) } + [MailJob(to: email, .registration, language: "ar")]
        let data = try JSONEncoder().encode(mails)
        #expect(try JSONDecoder().decode([MailJob].self, from: data) == mails)
    }

    @Test("is named after its content")
    func kinds() throws {
        let kinds = try Self.contents().map { MailJob(to: try address("ada@example.org"), $0).kind }
        #expect(Set(kinds) == Set(MailKind.allCases))
    }

    @Test("6.4.1 waits without a secret: its link is created when it is sent")
    func secret() async throws {
        let auth = AuthFixture()
        try await auth.addAccount(email: "ada@example.org")
        let writes = auth.store.writes
        try await auth.services.passwords.requestReset("ada", client: Client())
        #expect(auth.store.writes - writes == 3, "two counters and the mail: no link")
        let mail = try #require(try await auth.mails().first)
        #expect(mail.content == .passwordReset(.ada, isForced: false))
    }
}
