import Foundation
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoFeatures
import PorticoTestSupport
import Testing

@Suite("The contents of mails")
struct JobWriterTests {
    private static let id = AccountID(server: .local, user: "ada")
    private static let works = AccountID(server: ServerID(rawValue: "works"), user: "ada")
    private static let client = Client(address: "192.0.2.7", agent: "Firefox <b>on Linux")

    private func writer(
        _ door: TestDoor, brand: Brand = Brand(), atWork: Brand? = nil, values: [String: String] = [:],
        language: String = "en"
    ) throws -> MailComposer {
        let origin = try PublicOrigin("https://portico.example.org")
        let works = try Server(
            id: Self.works.server, name: "The works", kind: .gateway(#require(URL(string: "https://works.example.org")))
        )
        return MailComposer(
            links: door.auth.links, accounts: door.memory, brand: { $0 == .local ? brand : atWork ?? brand },
            servers: [works], config: { UserConfig(account: $0, isAutoLogin: false, values: values) },
            language: language, origin: { origin })
    }

    private static func contents(_ email: EmailAddress, _ now: Date) -> [(MailJob.Content, path: String?)] {
        [
            (.registration, "/registration/confirm"), (.invitation(Invitation(email: email)), "/registration/confirm"),
            (.welcome(id), "/password/new"), (.passwordReset(id, isForced: false), "/password/new"),
            (.passwordReset(id, isForced: true), "/password/new"), (.emailChange(id), "/email/confirm"),
            (.newSignIn(id, 1, client, now), "/sign-ins/end"),
            (.signInLink(id, browser: TokenDigest(of: "secret"), client, now), "/session/mail/link"),
            (.signInLimited(id), "/sign-ins/limits"),
            (.codesLimited(id), "/sign-ins/limits"), (.factorsResetBegun(id, now), "/sign-ins/reset"),
            (.alreadyRegistered(id), nil),
            (.passwordChanged(id, client, now), nil), (.emailChanged(id, now), nil),
            (.factorsChanged(id, .codesRenewed, client, now), nil),
            (.accountDeleted(name: "Ada", server: .local), nil),
        ]
    }

    @Test("carry a link to the page for their purpose, under the public origin, in text and HTML alike; or none")
    func links() async throws {
        try await withAccounts { door, _ in
            let email = try #require(EmailAddress("ada@example.org"))
            for (content, path) in Self.contents(email, door.clock.now()) {
                let job = MailJob(to: email, content)
                let written = try #require(try await writer(door).write(job), "\(job.kind)")
                #expect(!written.subject.isEmpty && !written.subject.contains("\n"))
                let tokens = written.text.matches(of: /https:\/\/portico\.example\.org(\/[a-z\/-]+)\?token=([\w-]{43})/)
                #expect(tokens.map { String($0.1) } == [path].compactMap(\.self), "\(job.kind)")
                for token in tokens { #expect(written.html.contains(token.2)) }
                #expect(written.html.contains("?token=") == (path != nil))
                #expect(!written.html.contains("Firefox <b>"))
            }
        }
    }

    @Test("H7 give times in the time zone of the person, or else in UTC")
    func zones() async throws {
        try await withAccounts { door, _ in
            let time = Date(timeIntervalSince1970: 1_764_090_300)
            let job = MailJob(
                to: try #require(EmailAddress("ada@example.org")), .passwordChanged(Self.id, Self.client, time))
            let unknown = try #require(try await writer(door).write(job))
            #expect(unknown.text.contains("When: 25 Nov 2025 at 17:05 UTC"))
            let written = try #require(try await writer(door, values: ["timeZone": #""Asia/Tokyo""#]).write(job))
            #expect(written.text.contains("When: 26 November 2025 at 02:05 GMT+9"))
            let values = ["timeZone": #""Asia/Tokyo""#, "chosenTimeZone": #""Asia/Kolkata""#]
            let chosen = try #require(try await writer(door, values: values).write(job))
            #expect(chosen.text.contains("When: 25 November 2025 at 22:35 GMT+5:30"))
        }
    }

    @Test("are in the language of the recipient, else in that of the installation")
    func languages() async throws {
        try await withAccounts { door, _ in
            let email = try #require(EmailAddress("ada@example.org"))
            let (own, strangers) = (MailJob(to: email, .emailChange(Self.id)), MailJob(to: email, .registration))
            for (chosen, usual, isPseudo) in [
                (nil, "en", false), (nil, "en-XA", true), ("en-XA", "en", true), ("en", "en-XA", false),
                ("de", "en", false),
            ] {
                let values = chosen.map { ["language": "\"\($0)\""] } ?? [:]
                let writer = try writer(door, values: values, language: usual)
                let written = try #require(try await writer.write(own))
                #expect(written.subject.hasPrefix("[") == isPseudo)
                #expect(written.html.contains(#"<html lang="en-XA""#) == isPseudo)
                let stranger = try #require(try await writer.write(strangers))
                #expect(stranger.html.contains(#"<html lang="en-XA""#) == (usual == "en-XA"))
                let asked = try #require(try await writer.write(MailJob(to: email, .registration, language: "en-XA")))
                #expect(asked.html.contains(#"<html lang="en-XA""#))
            }
        }
    }

    @Test("are in the language that the inviter has picked, and in that of an account that is deleted")
    func pickedLanguages() async throws {
        try await withAccounts { door, _ in
            let email = try #require(EmailAddress("ada@example.org"))
            for (picked, isPseudo) in [("en-XA", true), ("en", false), (nil, false), ("de", false)] {
                let invitation = MailJob(to: email, .invitation(Invitation(email: email, language: picked)))
                let notice = MailJob(to: email, .accountDeleted(name: "Ada", server: .local), language: picked)
                for job in [invitation, notice] {
                    let written = try #require(try await writer(door).write(job))
                    #expect(written.html.contains(#"<html lang="en-XA""#) == isPseudo, "\(job.kind)")
                }
            }
        }
    }

    @Test("H7 have the name and the last paragraph of the brand")
    func brand() async throws {
        try await withAccounts { door, _ in
            var brand = Brand(name: "Bookshop")
            brand.mailFooter = "Bookshop & Co\n1 Main Street"
            let job = MailJob(to: try #require(EmailAddress("ada@example.org")), .registration)
            let written = try #require(try await writer(door, brand: brand).write(job))
            #expect(written.subject.contains("Bookshop"))
            #expect(written.text.hasSuffix("\n\nBookshop & Co\n1 Main Street\n"))
            #expect(written.html.contains("<p class=\"note\">Bookshop &amp; Co<br>1 Main Street<br></p>"))
        }
    }

    @Test("H7 have the brand of the server of the account, also as sender")
    func brandOfServer() async throws {
        try await withAccounts { door, _ in
            let email = try #require(EmailAddress("ada@example.org"))
            try await door.memory.add(
                AccountAddition(
                    Account(
                        id: Self.works, name: "Ada", email: email, isAdministrator: false, createdAt: door.clock.now()),
                    passwordHash: nil))
            var shared = Brand(name: "Bookshop")
            shared.senderName = "The booksellers"
            let writer = try writer(door, brand: shared, atWork: Brand(name: "Works"))
            for (id, name, sender) in [(Self.works, "Works", "Works"), (Self.id, "Bookshop", "The booksellers")] {
                let job = MailJob(to: email, .newSignIn(id, 1, Self.client, door.clock.now()))
                let written = try #require(try await writer.write(job))
                #expect(written.subject.contains(name) && written.senderName == sender)
            }
            for (server, name, sender) in [
                (Self.works.server, "Works", "Works"), (.local, "Bookshop", "The booksellers"),
                (nil, "Bookshop", "The booksellers"),
            ] {
                let job = MailJob(to: email, .accountDeleted(name: "Ada", server: server))
                let written = try #require(try await writer.write(job))
                #expect(written.subject.contains(name) && written.senderName == sender)
            }
        }
    }

    @Test("name the server of an account at a gateway, by its id if it is no longer listed")
    func elsewhere() async throws {
        try await withAccounts { door, _ in
            let email = try #require(EmailAddress("ada@example.org"))
            for (server, label) in [("works", "ada · The works"), ("gone", "ada · gone")] {
                let id = AccountID(server: ServerID(rawValue: server), user: "ada")
                try await door.memory.add(
                    AccountAddition(
                        Account(id: id, name: "Ada", email: email, isAdministrator: false, createdAt: door.clock.now()),
                        passwordHash: nil))
                let job = MailJob(to: email, .newSignIn(id, 1, Self.client, door.clock.now()))
                let written = try #require(try await writer(door).write(job))
                #expect(written.text.contains("your account \(label) on Portico"))
                #expect(written.text.contains("change your password at \(label.dropFirst(6))."))
                let already = try #require(try await writer(door).write(MailJob(to: email, .alreadyRegistered(id))))
                let sentence = "Your user name is ada. \(label.dropFirst(6)) manages its password"
                #expect(already.html.contains(sentence) && !already.html.contains("/password/reset"))
            }
            let own = MailJob(to: email, .newSignIn(Self.id, 1, Self.client, door.clock.now()))
            #expect(try await writer(door).write(own)?.text.contains("your account ada on Portico") == true)
        }
    }

    @Test("6.4.1 start the time of a link when the mail is sent, with another link for each attempt")
    func fresh() async throws {
        try await withAccounts { door, _ in
            let job = MailJob(
                to: try #require(EmailAddress("ada@example.org")), .passwordReset(Self.id, isForced: false))
            door.clock.advance(by: 86_400)
            let first = try #require(try await writer(door).write(job)).token
            let second = try #require(try await writer(door).write(job)).token
            #expect(first != second)
            door.clock.advance(by: 3599)
            #expect(try await door.auth.passwords.open(try #require(first)).account.id == Self.id)
        }
    }

    @Test(
        "are not written for a deleted or disabled account, except to report its deletion",
        arguments: [true, false])
    func unwanted(isDisabled: Bool) async throws {
        try await withAccounts { door, _ in
            if isDisabled {
                try await door.auth.directory.setDisabled(true, Self.id)
            } else {
                try await door.auth.directory.delete(Self.id)
            }
            let email = try #require(EmailAddress("ada@example.org"))
            for (content, _) in Self.contents(email, door.clock.now()) {
                let job = MailJob(to: email, content)
                let isWanted = [MailKind.registration, .invitation, .accountDeleted].contains(job.kind)
                let written = try await writer(door).write(job)
                #expect((written != nil) == isWanted, "\(job.kind)")
            }
        }
    }

    @Test("6.4.1 carry no link to the old address of an account that has another one meanwhile")
    func movedOn() async throws {
        try await withAccounts { door, _ in
            let old = try #require(EmailAddress("ada@example.org"))
            try await door.auth.directory.setEmail(EmailAddress("new@example.org"), of: Self.id)
            for content in [MailJob.Content.passwordReset(Self.id, isForced: false), .welcome(Self.id)] {
                let written = try await writer(door).write(MailJob(to: old, content))
                #expect(written?.token == nil)
            }
        }
    }

    @Test("for an unconfirmed address have no text that a stranger chose")
    func unconfirmed() async throws {
        try await withAccounts { door, _ in
            let names = ["Visit-evil.example", "win-a-prize"]
            let id = AccountID(server: .local, user: names[1])
            try await door.memory.add(
                AccountAddition(
                    Account(id: id, name: names[0], isAdministrator: false, createdAt: door.clock.now()),
                    passwordHash: nil))
            let email = try #require(EmailAddress("victim@example.org"))
            for content in [MailJob.Content.emailChange(id), .registration] {
                let written = try #require(try await writer(door).write(MailJob(to: email, content)))
                #expect(written.name == "")
                for part in [written.subject, written.text, written.html] {
                    for name in names { #expect(!part.contains(name), "\(content)") }
                }
            }
        }
    }

    @Test("have no text of people as markup or in subjects")
    func escaped() async throws {
        try await withAccounts { door, _ in
            let email = try #require(EmailAddress("eve@example.org"))
            let invitation = Invitation(email: email, name: "<script>alert(1)</script>\r\nBcc: x@example.org")
            let written = try #require(try await writer(door).write(MailJob(to: email, .invitation(invitation))))
            #expect(!written.html.contains("<script>"))
            #expect(!written.subject.contains("\n") && !written.subject.contains("\r"))
        }
    }
}

extension WrittenMail {
    fileprivate var token: String? {
        text.firstMatch(of: /\?token=([\w-]{43})/).map { String($0.1) }
    }
}
