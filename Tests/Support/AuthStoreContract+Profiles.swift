import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let profiles: [Contract<any AuthStore>] = [
        Contract("a browser holds several accounts, the newest last, and that is the current one") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(elsewhere, previous: first)
            let third = try await store.signInForTest(bob, previous: second)
            #expect(third.browser.signIns.map(\.account.id) == [ada, elsewhere, bob])
            #expect(third.browser.lastServer == .local)
            #expect(try await store.current(in: third.token) == bob)
        },
        Contract("the account that was selected last is the current one, even within one millisecond") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            for (signIn, id) in [(first.signIn, ada), (second.signIn, bob), (first.signIn, ada)] {
                try await store.select(signIn, in: second.access, at: start)
                #expect(try await store.current(in: second.token) == id)
            }
            let found = try await store.browser(second.token)?.signIns.map(\.account.id)
            #expect(found == [ada, bob])
        },
        Contract("the account that was selected last is the current one, even if the clock was set back") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada, after: 3600)
            let second = try await store.signInForTest(bob, previous: first)
            #expect(try await store.current(in: second.token) == bob)
            try await store.select(first.signIn, in: second.access, at: start.addingTimeInterval(-60))
            #expect(try await store.current(in: second.token) == ada)
        },
        Contract("a selection has its time") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            try await store.select(first.signIn, in: second.access, at: start.addingTimeInterval(60))
            let selected = try await store.browser(second.token)?.signIns.first?.selectedAt
            #expect(selected == start.addingTimeInterval(60))
        },
        Contract("signing in to an account again makes it the current one") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            let third = try await store.signInForTest(ada, previous: second)
            #expect(third.browser.signIns.map(\.id) == [second.signIn, third.signIn])
            #expect(try await store.current(in: third.token) == ada)
        },
        Contract("only a sign-in of the browser that has not ended can be selected") { store in
            try await store.addAccount(ada)
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(ada, previous: first)
            let other = try await store.signInForTest(ada)
            let gone = BrowserAccess(other.browser.id + 1000, token: other.token)
            for (signIn, browser) in [
                (first.signIn, second.access), (other.signIn, second.access), (second.signIn, other.access),
                (second.signIn, gone), (second.signIn, first.access), (second.signIn + 1000, second.access),
            ] {
                await #expect(throws: AuthError.signInEnded) {
                    try await store.select(signIn, in: browser, at: start.addingTimeInterval(60))
                }
            }
            #expect(try await store.browser(other.token) == other.browser)
        },
        Contract("a full browser takes no other account, and does not change") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            await #expect(throws: AuthError.tooManyAccounts) {
                try await store.signInForTest(elsewhere, previous: second, limit: 2, event: event(.signedIn))
            }
            #expect(try await store.browser(second.token) == second.browser)
            #expect(try await store.loggedKinds() == [])
            let again = try await store.signInForTest(ada, previous: second, limit: 2)
            #expect(again.browser.signIns.map(\.account.id) == [bob, ada])
        },
        Contract("ended sign-ins do not make a browser full") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada, isAutomatic: false)
            let second = try await store.signInForTest(bob, previous: first, isAutomatic: false)
            let third = try await store.signInForTest(
                elsewhere, previous: second, run: Token.random().digest, limit: 1)
            #expect(third.browser.signIns.map(\.account.id) == [elsewhere])
        },
        Contract("expired sign-ins end with a new one, and do not make a browser full") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            let other = try await store.signInForTest(ada)
            let third = try await store.signInForTest(
                elsewhere, previous: second, limit: 2, expired: [first.signIn, other.signIn])
            #expect(third.browser.signIns.map(\.account.id) == [bob, elsewhere])
            #expect(try await store.accounts(in: other.token) == [ada])
            await #expect(throws: AuthError.tooManyAccounts) {
                try await store.signInForTest(ada, previous: third, limit: 2, expired: [first.signIn])
            }
            #expect(try await store.browser(third.token) == third.browser)
        },
    ]

    static let reauthentication: [Contract<any AuthStore>] = [
        Contract("a proof gives a new token and a later time") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let made = try await store.signInForTest(bob, previous: first)
            let next = Token.random().digest
            try await store.reauthenticate(
                Reauthentication(
                    made.signIn, in: made.access, token: next, passwordHash: "hash", event: event(.reauthenticated),
                    time: start.addingTimeInterval(60)))
            #expect(try await store.browser(made.token) == nil)
            let times = try await store.browser(next)?.signIns.map(\.authenticatedAt)
            #expect(times == [start, start.addingTimeInterval(60)])
            #expect(try await store.loggedKinds() == [.reauthenticated])
        },
        Contract("a proof with a second factor stores it with its time; a later one without keeps it") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            func prove(_ factor: FactorKind?, from token: TokenDigest, after seconds: TimeInterval) async throws
                -> (token: TokenDigest, signIn: SignIn?)
            {
                let next = Token.random().digest
                try await store.reauthenticate(
                    Reauthentication(
                        made.signIn, in: BrowserAccess(made.browser.id, token: token), token: next,
                        passwordHash: "hash", factor: factor, time: start + seconds))
                return (next, try await store.browser(next)?.signIns.first)
            }
            let first = try await prove(.app, from: made.token, after: 60)
            #expect(first.signIn?.factor == .app && first.signIn?.factorAt == start + 60)
            let second = try await prove(nil, from: first.token, after: 120)
            #expect(second.signIn?.factor == .app && second.signIn?.factorAt == start + 60)
            #expect(second.signIn?.authenticatedAt == start + 120)
            let third = try await prove(.passkey, from: second.token, after: 180)
            #expect(third.signIn?.factor == .passkey && third.signIn?.factorAt == start + 180)
        },
        Contract("a proof fails with a changed password, or for an ended sign-in") { store in
            try await store.addAccount(ada)
            let first = try await store.signInForTest(ada)
            let made = try await store.signInForTest(ada, previous: first)
            let other = try await store.signInForTest(ada)
            func prove(_ signIn: SignIn.ID, in made: TestSignIn, _ hash: String = "hash") async throws {
                try await store.reauthenticate(
                    Reauthentication(
                        signIn, in: made.access, token: Token.random().digest, passwordHash: hash,
                        event: event(.reauthenticated), time: start.addingTimeInterval(60)))
            }
            await #expect(throws: AuthError.wrongCredentials) { try await prove(made.signIn, in: made, "old") }
            await #expect(throws: AuthError.signInEnded) { try await prove(first.signIn, in: made) }
            await #expect(throws: AuthError.signInEnded) { try await prove(other.signIn, in: made) }
            await #expect(throws: AuthError.signInEnded) { try await prove(made.signIn, in: other) }
            #expect(try await store.browser(made.token) == made.browser)
            #expect(try await store.loggedKinds() == [])
        },
    ]
}
