import Foundation
import PorticoAuth
import PorticoConfig

extension AuthStoreContract {
    static let profiles: [Contract<any AuthStore>] = [
        Contract("a browser holds several accounts, the newest last, and that is the current one") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(elsewhere, previous: first)
            let third = try await store.signInForTest(bob, previous: second)
            try require(third.browser.signIns.map(\.account.id), is: [ada, elsewhere, bob])
            try require(third.browser.lastServer, is: .local)
            try require(try await store.current(in: third.token), is: bob)
        },
        Contract("the account that was selected last is the current one, within one millisecond too") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            for (signIn, id) in [(first.signIn, ada), (second.signIn, bob), (first.signIn, ada)] {
                try await store.select(signIn, in: second.access, at: start)
                try require(try await store.current(in: second.token), is: id)
            }
            let found = try await store.browser(second.token)?.signIns.map(\.account.id)
            try require(found, is: [ada, bob])
        },
        Contract("the account that was selected last is the current one, with a clock that was put back too") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada, after: 3600)
            let second = try await store.signInForTest(bob, previous: first)
            try require(try await store.current(in: second.token), is: bob)
            try await store.select(first.signIn, in: second.access, at: start.addingTimeInterval(-60))
            try require(try await store.current(in: second.token), is: ada)
        },
        Contract("a selection is known by its time") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            try await store.select(first.signIn, in: second.access, at: start.addingTimeInterval(60))
            let selected = try await store.browser(second.token)?.signIns.first?.selectedAt
            try require(selected, is: start.addingTimeInterval(60))
        },
        Contract("signing in to an account once more makes it the current one") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            let third = try await store.signInForTest(ada, previous: second)
            try require(third.browser.signIns.map(\.id), is: [second.signIn, third.signIn])
            try require(try await store.current(in: third.token), is: ada)
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
                try await require(throwing: AuthError.signInEnded) {
                    try await store.select(signIn, in: browser, at: start.addingTimeInterval(60))
                }
            }
            try require(try await store.browser(other.token), is: other.browser)
        },
        Contract("a browser that is full takes no other account, and stays as it is") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            try await require(throwing: AuthError.tooManyAccounts) {
                try await store.signInForTest(elsewhere, previous: second, limit: 2, event: event(.signedIn))
            }
            try require(try await store.browser(second.token), is: second.browser)
            try require(try await store.loggedKinds(), is: [])
            let again = try await store.signInForTest(ada, previous: second, limit: 2)
            try require(again.browser.signIns.map(\.account.id), is: [bob, ada])
        },
        Contract("sign-ins that are over make no browser full") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada, isAutomatic: false)
            let second = try await store.signInForTest(bob, previous: first, isAutomatic: false)
            let third = try await store.signInForTest(
                elsewhere, previous: second, run: Token.random().digest, limit: 1)
            try require(third.browser.signIns.map(\.account.id), is: [elsewhere])
        },
        Contract("sign-ins that have expired end with a new one, and make no browser full") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            let other = try await store.signInForTest(ada)
            let third = try await store.signInForTest(
                elsewhere, previous: second, limit: 2, expired: [first.signIn, other.signIn])
            try require(third.browser.signIns.map(\.account.id), is: [bob, elsewhere])
            try require(try await store.accounts(in: other.token), is: [ada])
            try await require(throwing: AuthError.tooManyAccounts) {
                try await store.signInForTest(ada, previous: third, limit: 2, expired: [first.signIn])
            }
            try require(try await store.browser(third.token), is: third.browser)
        },
    ]

    static let reauthentication: [Contract<any AuthStore>] = [
        Contract("who proved once more who they are has a new token and a later time") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let made = try await store.signInForTest(bob, previous: first)
            let next = Token.random().digest
            try await store.reauthenticate(
                Reauthentication(
                    made.signIn, in: made.access, token: next, passwordHash: "hash", event: event(.reauthenticated),
                    time: start.addingTimeInterval(60)))
            try require(try await store.browser(made.token), is: nil)
            let times = try await store.browser(next)?.signIns.map(\.authenticatedAt)
            try require(times, is: [start, start.addingTimeInterval(60)])
            try require(try await store.loggedKinds(), is: [.reauthenticated])
        },
        Contract("nobody proves who they are with a password that was changed, or for a sign-in that ended") { store in
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
            try await require(throwing: AuthError.wrongCredentials) { try await prove(made.signIn, in: made, "old") }
            try await require(throwing: AuthError.signInEnded) { try await prove(first.signIn, in: made) }
            try await require(throwing: AuthError.signInEnded) { try await prove(other.signIn, in: made) }
            try await require(throwing: AuthError.signInEnded) { try await prove(made.signIn, in: other) }
            try require(try await store.browser(made.token), is: made.browser)
            try require(try await store.loggedKinds(), is: [])
        },
    ]
}
