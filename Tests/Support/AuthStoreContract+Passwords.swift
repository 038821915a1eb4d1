import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let passwords: [Contract<any AuthStore>] = [
        Contract("another password ends all sign-ins of the account, none, or all but one", steps: endings),
        Contract("another password ends no sign-ins of other accounts") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            try await store.setPassword(PasswordChange(account: ada, hash: "new", time: start))
            #expect(try await store.accounts(in: second.token) == [bob])
            let found = try await store.credential(of: bob)
            #expect(found?.passwordHash == "hash")
        },
        Contract("a password can be removed, and then nobody signs in with it") { store in
            try await store.addAccount(ada)
            try await store.setPassword(PasswordChange(account: ada, hash: nil, time: start))
            let found = try await store.credential(of: ada)
            #expect(found?.passwordHash == nil)
            await #expect(throws: AuthError.wrongCredentials) {
                try await store.signInForTest(ada, passwordHash: "hash")
            }
        },
        Contract("a password is replaced only while it is the one to replace") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            await #expect(throws: AuthError.wrongCredentials) {
                try await store.setPassword(
                    PasswordChange(
                        account: ada, hash: "wrong", replacing: "other", event: event(.passwordChanged), time: start))
            }
            #expect(try await store.accounts(in: made.token) == [ada])
            #expect(try await store.loggedKinds() == [])
            try await store.setPassword(
                PasswordChange(
                    account: ada, hash: "new", replacing: "hash", event: event(.passwordChanged), time: start))
            let found = try await store.credential(of: ada)
            #expect(found?.passwordHash == "new")
            #expect(try await store.loggedKinds() == [.passwordChanged])
        },
        Contract("a password hash is upgraded only while it is the old one, and ends nothing") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            try await store.upgradePasswordHash(from: "other", to: "wrong", of: ada)
            try await store.upgradePasswordHash(from: "hash", to: "stronger", of: ada)
            let found = try await store.credential(of: ada)
            #expect(found?.passwordHash == "stronger" && found?.hasShortPassword == false)
            try await store.upgradePasswordHash(from: "other", to: "wrong", isShort: true, of: ada)
            #expect(try await store.credential(of: ada)?.hasShortPassword == false)
            try await store.upgradePasswordHash(from: "stronger", to: "new", isShort: true, of: ada)
            #expect(try await store.credential(of: ada)?.hasShortPassword == true)
            #expect(try await store.accounts(in: made.token) == [ada])
        },
        Contract("a password set by a link uses the link, and every other that would change the account") {
            store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let links = [
                try await store.addLink(.passwordReset, of: ada), try await store.addLink(.passwordReset, of: ada),
                try await store.addLink(.invitation, of: ada), try await store.addLink(.emailChange, of: ada),
                try await store.addLink(.signIn, of: ada),
            ]
            let others = [
                try await store.addLink(.emailChange, of: bob), try await store.addLink(.endSignIn, of: ada),
                try await store.addLink(.passwordReset, of: bob), try await store.addLink(.registration),
            ]
            try await store.setPassword(reset(by: links[0]))
            for link in links {
                await #expect(throws: LinkProblem.used) { try await store.link(link, at: start) }
            }
            for link in others { _ = try await store.link(link, at: start) }
        },
        Contract(
            "mails that would carry such a link are not sent after another password, but the one that comes with it"
        ) {
            store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let email = try address("ada@door.example")
            let useless: [MailJob.Content] = [.passwordReset(ada, isForced: false), .emailChange(ada), .welcome(ada)]
            let kept: [MailJob.Content] = [
                .newSignIn(ada, 1, Client(), start), .passwordChanged(ada, Client(), start), .emailChange(bob),
            ]
            try await store.add((useless + kept).map { MailJob(to: email, $0) }, event: nil, at: start)
            let mail = MailJob(to: email, .passwordReset(ada, isForced: true))
            try await store.setPassword(PasswordChange(account: ada, hash: nil, mail: mail, time: start))
            #expect(
                try await store.mails(limit: 9).map(\.mail.content) == kept + [.passwordReset(ada, isForced: true)])
        },
        Contract("an imported account gets its password by its invitation") { store in
            try await store.addAccount(ada, passwordHash: nil)
            try await store.setPassword(reset(by: try await store.addLink(.invitation, of: ada)))
            let found = try await store.credential(of: ada)
            #expect(found?.passwordHash == "new")
        },
        Contract("a password set without a link ends the account's links too") { store in
            try await store.addAccount(ada)
            let link = try await store.addLink(.passwordReset, of: ada)
            try await store.setPassword(PasswordChange(account: ada, hash: "new", ends: nil, time: start))
            await #expect(throws: LinkProblem.used) { try await store.setPassword(reset(by: link)) }
        },
        Contract("a link that does not work sets no password", steps: brokenLinks),
        Contract("a failed attempt to set a password leaves its link unchanged") { store in
            try await store.addAccount(ada)
            let link = try await store.addLink(.passwordReset, of: ada)
            await #expect(throws: AuthError.wrongCredentials) {
                try await store.setPassword(reset(by: link, replacing: "other"))
            }
            try await store.setPassword(reset(by: link))
        },
        Contract("another password resets the failed attempts of the account, and of no other") { store in
            try await store.addAccount(ada)
            let forgotten = [
                "signIn:browser:7:local/ada",
                "signIn:browser:8:local/ada:consecutive",
            ]
            let kept = [
                "signIn:account:local/adam", "signIn:account:local/ada2:consecutive", "signIn:account:works/ada",
                "signIn:account:local/ad", "signIn:network:192.0.2.1", "reset:typed:1",
                "signIn:browser:7:local/adam", "signIn:browser:7:works/ada", "signIn:browser:7:local/xada:consecutive",
            ]
            let limit = Limit(attempts: 1, window: .infinity)
            for key in forgotten + kept { try await store.countAttempt([LimitKey(key): limit], at: start) }
            try await store.setPassword(PasswordChange(account: ada, hash: "new", time: start))
            for key in forgotten { try await store.countAttempt([LimitKey(key): limit], at: start) }
            for key in kept {
                let reached = LimitReached(key: LimitKey(key), until: nil)
                await #expect(throws: reached) { try await store.countAttempt([LimitKey(key): limit], at: start) }
            }
        },
    ]

    private static func endings(_ store: any AuthStore) async throws {
        try await store.addAccount(ada)
        let signIns = [try await store.signInForTest(ada), try await store.signInForTest(ada)]
        func left(_ ends: SignInEnding?, ending ended: [SignIn.ID]) async throws -> [[AccountID]?] {
            let change = PasswordChange(account: ada, hash: "new", ends: ends, time: start)
            #expect(try await store.setPassword(change) == ended)
            return [try await store.accounts(in: signIns[0].token), try await store.accounts(in: signIns[1].token)]
        }
        #expect(try await left(nil, ending: []) == [[ada], [ada]])
        #expect(try await left(.allBut(signIns[1].signIn), ending: [signIns[0].signIn]) == [[], [ada]])
        #expect(try await left(.all, ending: [signIns[1].signIn]) == [[], []])
    }

    private static func brokenLinks(_ store: any AuthStore) async throws {
        for id in [ada, bob] { try await store.addAccount(id) }
        let other = try await store.addLink(.passwordReset, of: bob)
        let purposes: [OneTimeLink.Purpose] = [.registration, .emailChange, .endSignIn]
        var unknown = [Token.random().digest, other, try await store.addLink(.invitation)]
        for purpose in purposes { unknown.append(try await store.addLink(purpose, of: ada)) }
        for link in unknown {
            await #expect(throws: LinkProblem.unknown) { try await store.setPassword(reset(by: link)) }
        }
        let late = try await store.addLink(.passwordReset, of: ada)
        await #expect(throws: LinkProblem.expired) {
            try await store.setPassword(
                PasswordChange(account: ada, hash: "new", link: late, time: start.addingTimeInterval(3600)))
        }
        let found = try await store.credential(of: ada)
        #expect(found?.passwordHash == "hash")
        _ = try await store.link(other, at: start)
    }

    private static func reset(by link: TokenDigest, replacing: String? = nil) -> PasswordChange {
        PasswordChange(account: ada, hash: "new", replacing: replacing, link: link, time: start)
    }
}
