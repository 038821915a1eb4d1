import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let administration: [Contract<any AuthStore>] = [
        Contract("disabling an account ends its sign-ins everywhere, and enabling does not restore them") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let ended = try await store.setDisabled(true, ada, event: nil, at: start)
            #expect(ended == [made.signIn])
            await #expect(throws: AuthError.wrongCredentials) { try await store.signInForTest(ada) }
            #expect(try await store.setDisabled(false, ada, event: nil, at: start) == [])
            #expect(try await store.accounts(in: made.token) == [])
        },
        Contract("links from before an account was disabled never work again, and warnings are still sent") { store in
            try await store.addAccount(ada, email: "ada@door.example", isAdministrator: true)
            try await store.addAccount(bob, email: "bob@door.example", isAdministrator: true)
            let (adas, eves) = (try address("ada@door.example"), try address("eve@door.example"))
            let allowed: [OneTimeLink.Purpose] = [.passwordReset, .invitation, .emailChange, .liftLimits, .signIn]
            var links: [TokenDigest] = []
            for purpose in allowed { links.append(try await store.addLink(purpose, of: ada)) }
            let warning = try await store.addLink(.endSignIn, of: ada, signIn: 1)
            let bobs = try await store.addLink(.passwordReset, of: bob)
            let invitations = [ada, bob].map { Invitation(email: eves, inviter: $0) }
            var invited: [TokenDigest] = []
            for invitation in invitations {
                invited.append(Token.random().digest)
                let link = OneTimeLink(.invitation, email: eves, invitation: invitation, expiresAt: start + 3600)
                try await store.add(link, tokens: [invited[invited.count - 1]])
            }
            let kept = [
                MailJob(to: adas, .newSignIn(ada, 1, Client(), start)),
                MailJob(to: adas, .passwordReset(bob, isForced: false)),
                MailJob(to: eves, .invitation(invitations[1])),
            ]
            let others = [
                MailJob(to: adas, .passwordReset(ada, isForced: false)), MailJob(to: adas, .welcome(ada)),
                MailJob(to: eves, .invitation(invitations[0])),
            ]
            try await store.add(others + kept, event: nil, at: start)
            for isDisabled in [true, false] { try await store.setDisabled(isDisabled, ada, event: nil, at: start) }
            for link in links + [invited[0]] {
                await #expect(throws: LinkProblem.used) { try await store.link(link, at: start) }
            }
            for link in [warning, bobs, invited[1]] { _ = try await store.link(link, at: start) }
            #expect(try await store.mails(limit: 9).map(\.mail) == kept)
            try await store.setAdministrator(false, bob, event: nil, at: Date())
            await #expect(throws: LinkProblem.used) { try await store.link(invited[1], at: start) }
            _ = try await store.link(bobs, at: start)
        },
        Contract("the counts for administrators end at their limit, and those of events begin at a time") { store in
            for user in [ada, bob] { try await store.addAccount(user) }
            for hours in 0..<3 {
                let time = start + Double(hours) * 3600
                try await store.add(SecurityEvent(.denied, account: ada, client: Client(), time: time))
            }
            let mail = MailJob(to: try address("ada@door.example"), .welcome(ada))
            try await store.add([mail], event: nil, at: start)
            let later = try await store.counts(eventsSince: start + 3600, limit: 100)
            #expect(later == StoreCounts(accounts: 2, events: 2, mails: 1))
            let few = try await store.counts(eventsSince: start, limit: 1)
            #expect(few == StoreCounts(accounts: 1, events: 1, mails: 1))
        },
        Contract("the latest change of a role is in force, in browsers too") { store in
            try await store.addAccount(ada)
            try await store.addAccount(bob, isAdministrator: true)
            let made = try await store.signInForTest(ada)
            for isAdministrator in [true, false] {
                try await store.setAdministrator(isAdministrator, ada, event: nil, at: Date())
                #expect(try await store.account(ada)?.isAdministrator == isAdministrator)
                let inBrowser = try await store.browser(made.token)?.signIns.first?.account.isAdministrator
                #expect(inBrowser == isAdministrator)
            }
        },
        Contract("changes to a missing account are refused", steps: changesOfNobody),
        Contract("changes of an account are logged") { store in
            try await store.addAccount(ada)
            try await store.setDisabled(true, ada, event: event(.disabled), at: start)
            try await store.setDisabled(false, ada, event: event(.enabled), at: start)
            try await store.setAdministrator(true, ada, event: event(.administratorAdded), at: Date())
            #expect(try await store.loggedKinds() == [.disabled, .enabled, .administratorAdded])
        },
        Contract("the last administrator keeps the role", steps: lastAdministrator),
        Contract("several accounts are disabled in one step, but never the last administrator", steps: several),
        Contract("the sign-ins of several accounts end in one step, and only theirs are logged") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            let (adas, others) = (try await store.signInForTest(ada), try await store.signInForTest(elsewhere))
            let missing = AccountID(server: .local, user: "nobody")
            let outcome = try await store.endSignIns(of: [ada, missing, bob], event: events(.sessionEnded), at: start)
            #expect(outcome.done.map(\.id) == [ada] && outcome.unchanged.map(\.id) == [bob])
            #expect(try await store.accounts(in: adas.token) == [])
            #expect(try await store.accounts(in: others.token) == [elsewhere])
            #expect(try await store.events(SecurityEventQuery(after: 0, limit: 9)).map(\.event.account) == [ada])
        },
        Contract("a disabled account does not count as an administrator") { store in
            try await store.addAccount(ada, isAdministrator: true)
            try await store.addAccount(bob, isAdministrator: true)
            try await store.setDisabled(true, bob, event: nil, at: start)
            await #expect(throws: AuthError.lastAdministrator) {
                try await store.delete(ada, event: nil, at: start)
            }
            try await store.setAdministrator(false, bob, event: nil, at: Date())
            try await store.delete(bob, event: nil, at: start)
        },
        Contract("an account of another server does not count as an administrator", steps: elsewhereOnly),
        Contract("a disabled administrator can be deleted, even if there is no other") { store in
            let account = Account(id: ada, name: "Ada", isAdministrator: true, isDisabled: true, createdAt: start)
            try await store.add(AccountAddition(account, passwordHash: nil))
            try await store.setDisabled(true, ada, event: nil, at: start)
            try await store.setAdministrator(false, ada, event: nil, at: Date())
            try await store.setAdministrator(true, ada, event: nil, at: Date())
            try await store.delete(ada, event: nil, at: start)
        },
        Contract("an account without the role can be disabled and deleted, even without any administrator") { store in
            try await store.addAccount(ada)
            try await store.setDisabled(true, ada, event: nil, at: start)
            try await store.setAdministrator(false, ada, event: nil, at: Date())
            try await store.delete(ada, event: nil, at: start)
        },
    ]

    static let deletion: [Contract<any AuthStore>] = [
        Contract("a deleted account leaves nothing", steps: nothingLeft),
        Contract("a new account of the same name has no data of the deleted one") { store in
            try await store.addAccount(ada, email: "ada@door.example")
            let made = try await store.signInForTest(ada)
            let reset = try await store.addLink(.passwordReset, of: ada)
            try await store.delete(ada, event: nil, at: start)
            try await store.addAccount(ada, email: "ada@door.example")
            #expect(try await store.accounts(in: made.token) == [])
            #expect(try await store.history(of: ada) == AccountHistory())
            #expect(try await store.hasSignedIn(ada, in: made.browser.id) == false)
            await #expect(throws: LinkProblem.unknown) { try await store.link(reset, at: start) }
        },
        Contract("deleting an account deletes nothing of others") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            let link = try await store.addLink(.passwordReset, of: elsewhere)
            try await store.delete(ada, event: nil, at: start)
            #expect(try await store.accounts(in: second.token) == [bob])
            #expect(try await store.accounts().map(\.id) == [bob, elsewhere])
            _ = try await store.link(link, at: start)
        },
        Contract(
            "mails about an account that is deleted are not sent, nor invitations to its address, but that it is gone"
        ) { store in
            for id in [ada, bob] { try await store.addAccount(id, email: "\(id.user)@door.example") }
            let (adas, bobs) = (try address("ADA@door.example"), try address("bob@door.example"))
            let invitation = Invitation(email: adas)
            let kept = [MailJob(to: bobs, .emailChange(bob)), MailJob(to: bobs, .registration)]
            let told = MailJob(to: try address("ada@door.example"), .accountDeleted(name: "Ada", server: .local))
            let others = [
                MailJob(to: bobs, .emailChange(ada)), MailJob(to: adas, .passwordChanged(ada, Client(), start)),
                MailJob(to: adas, .invitation(invitation)), MailJob(to: adas, .registration),
            ]
            try await store.add(others + kept, event: nil, at: start)
            let link = try await store.addLink(.invitation, to: "Ada@door.example")
            let other = try await store.addLink(.registration, to: "bob@door.example")
            try await store.delete(ada, event: nil, at: start)
            #expect(try await store.mails(limit: 9).map(\.mail) == kept + [told])
            await #expect(throws: LinkProblem.used) { try await store.link(link, at: start) }
            _ = try await store.link(other, at: start)
        },
        Contract("an account without a password does not count as an administrator") { store in
            for id in [ada, bob] { try await store.addAccount(id, isAdministrator: true, passwordHash: nil) }
            #expect(try await store.isLastAdministrator(ada) == false)
            try await store.setPassword(PasswordChange(account: ada, hash: "hash", time: start))
            #expect(try await store.isLastAdministrator(ada) == true)
            #expect(try await store.isLastAdministrator(bob) == false)
            #expect(try await store.isLastAdministrator(elsewhere) == false)
            await #expect(throws: AuthError.lastAdministrator) {
                try await store.setAdministrator(false, ada, event: nil, at: Date())
            }
            try await store.delete(bob, event: nil, at: start)
        },
    ]

    private static func changesOfNobody(_ store: any AuthStore) async throws {
        let changes: [() async throws -> Void] = [
            { try await store.setDisabled(true, ada, event: event(.disabled), at: start) },
            { try await store.setDisabled(false, ada, event: event(.enabled), at: start) },
            { try await store.setAdministrator(true, ada, event: event(.administratorAdded), at: Date()) },
            { try await store.setAdministrator(false, ada, event: event(.administratorRemoved), at: Date()) },
            { try await store.setEmail(address("ada@door.example"), of: ada, event: event(.emailChanged), at: start) },
            { try await store.delete(ada, event: event(.accountDeleted), at: start) },
            { try await store.setPassword(PasswordChange(account: ada, hash: "x", time: start)) },
        ]
        for change in changes { await #expect(throws: AuthError.noSuchAccount) { try await change() } }
        #expect(try await store.loggedKinds() == [])
    }

    private static func several(_ store: any AuthStore) async throws {
        for id in [ada, bob] { try await store.addAccount(id, isAdministrator: true) }
        try await store.addAccount(elsewhere)
        let made = try await store.signInForTest(ada)
        let missing = AccountID(server: .local, user: "nobody")
        let ids = [elsewhere, missing, ada, bob]
        let outcome = try await store.setDisabled(true, ids, event: events(.disabled), at: start)
        #expect(outcome.done.map(\.id) == [elsewhere, ada] && outcome.done.allSatisfy(\.isDisabled))
        #expect(outcome.lastAdministrators.map(\.id) == [bob])
        #expect(try await store.accounts(in: made.token) == [])
        #expect(try await store.account(bob)?.isDisabled == false)
        let enabled = try await store.setDisabled(false, [bob, ada], event: events(.enabled), at: start)
        #expect(enabled.done.map(\.id) == [ada] && enabled.unchanged.map(\.id) == [bob])
        #expect(enabled.lastAdministrators.isEmpty)
        let logged = try await store.events(SecurityEventQuery(after: 0, limit: 9)).map(\.event)
        #expect(logged.map(\.kind) == [.disabled, .disabled, .enabled])
        #expect(logged.map(\.account) == [elsewhere, ada, ada], "an account that stays as it is has no event")
    }

    private static func events(_ kind: SecurityEvent.Kind) -> @Sendable (AccountID) -> SecurityEvent {
        { SecurityEvent(kind, account: $0, client: Client(), time: start) }
    }

    private static func lastAdministrator(_ store: any AuthStore) async throws {
        try await store.addAccount(ada, isAdministrator: true)
        try await store.addAccount(bob)
        let made = try await store.signInForTest(ada)
        let losses = losses(of: ada, in: store)
        for loss in losses { await #expect(throws: AuthError.lastAdministrator) { try await loss() } }
        #expect(try await store.accounts(in: made.token) == [ada])
        #expect(try await store.loggedKinds() == [])
        try await store.setAdministrator(true, bob, event: nil, at: Date())
        try await losses[0]()
    }

    /// Changes that must fail for the last administrator.
    private static func losses(of id: AccountID, in store: any AuthStore) -> [() async throws -> Void] {
        [
            { try await store.setDisabled(true, id, event: event(.disabled), at: start) },
            { try await store.setAdministrator(false, id, event: event(.administratorRemoved), at: Date()) },
            { try await store.delete(id, event: event(.accountDeleted), at: start) },
        ]
    }

    /// An administrator on a gateway is not enough: without the gateway, the account cannot sign in.
    private static func elsewhereOnly(_ store: any AuthStore) async throws {
        try await store.addAccount(elsewhere, isAdministrator: true, passwordHash: nil)
        #expect(try await store.isLastAdministrator(elsewhere) == true)
        try await store.addAccount(ada, isAdministrator: true, passwordHash: nil)
        for hash in [nil, "hash"] {
            try await store.setPassword(PasswordChange(account: ada, hash: hash, time: start))
            #expect(try await store.isLastAdministrator(ada) == true)
            for loss in losses(of: ada, in: store) {
                await #expect(throws: AuthError.lastAdministrator) { try await loss() }
            }
        }
        #expect(try await store.isLastAdministrator(elsewhere) == false)
        try await store.setDisabled(true, elsewhere, event: nil, at: start)
        try await store.setDisabled(false, elsewhere, event: nil, at: start)
        try await store.delete(elsewhere, event: nil, at: start)
    }

    private static func nothingLeft(_ store: any AuthStore) async throws {
        try await store.addAccount(ada, email: "ada@door.example")
        try await store.addAccount(elsewhere)
        let made = try await store.signInForTest(ada)
        try await store.setAutomatic(made.change(to: false))
        let link = try await store.addLink(.endSignIn, of: ada, signIn: made.signIn)
        let key = LimitKey("signIn:browser:1:\(ada):consecutive")
        try await store.countAttempt([key: Limit(attempts: 1, window: 60)], at: start)
        try await store.delete(ada, event: event(.accountDeleted), at: start)
        #expect(try await store.account(ada) == nil)
        #expect(try await store.hasLocalAccounts() == false)
        #expect(try await store.account(email: address("ada@door.example"), on: .local) == nil)
        #expect(try await store.history(of: ada) == AccountHistory())
        #expect(try await store.signIns(of: ada) == [])
        #expect(try await store.browser(made.token)?.id == made.browser.id)
        #expect(try await store.accounts(in: made.token) == [])
        await #expect(throws: LinkProblem.unknown) { try await store.link(link, at: start) }
        try await store.countAttempt([key: Limit(attempts: 1, window: 60)], at: start)
        #expect(try await store.loggedKinds() == [.accountDeleted])
        let other = try await store.signInForTest(elsewhere)
        try await store.deleteBrowsers(madeBefore: start)
        #expect(try await store.browser(made.token)?.id == made.browser.id)
        try await store.deleteBrowsers(madeBefore: start.addingTimeInterval(1))
        #expect(try await store.browser(made.token) == nil)
        #expect(try await store.browser(other.token)?.id == other.browser.id)
    }
}
