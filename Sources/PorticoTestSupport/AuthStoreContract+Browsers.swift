import Foundation
import PorticoAuth
import PorticoConfig

extension AuthStoreContract {
    static let browsers: [Contract<any AuthStore>] = [
        Contract("an unknown token is nobody's") { store in
            try require(try await store.browser(Token.random().digest) == nil, "it names a browser")
        },
        Contract("a sign-in is found by its token, with the account") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let browser = try await store.browser(made.token)
            try require(browser, is: made.browser)
            try require(browser?.signIns.map(\.account.id), is: [ada])
            try require(browser?.lastServer, is: .local)
            try require(browser?.run, is: made.run)
        },
        Contract("a sign-in kills the token before it") { store in
            try await store.addAccount(ada)
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(ada, previous: first)
            try require(try await store.browser(first.token), is: nil)
            try require(second.browser.id, is: first.browser.id)
            try require(second.browser.signIns.map(\.id), is: [second.signIn])
        },
        Contract("of changes at the same time in one browser, each hands out a token that names it until the next") {
            store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            let third = try await store.signInForTest(elsewhere, previous: first)
            let (left, proven) = (Token.random().digest, Token.random().digest)
            try await store.signOut(first.access, newToken: left, of: second.signIn, events: [], at: start)
            try await store.reauthenticate(
                NewProof(first.signIn, in: first.access, token: proven, passwordHash: "hash", time: start))
            for token in [second.token, third.token, left, proven] {
                try require(try await store.accounts(in: token), is: [ada, elsewhere])
            }
            try require(try await store.browser(first.token), is: nil)
            let last = try await store.signInForTest(bob, previous: third)
            for token in [second.token, third.token, left, proven] {
                try require(try await store.browser(token), is: nil)
            }
            try require(try await store.accounts(in: last.token), is: [ada, elsewhere, bob])
        },
        Contract("a sign-in in a browser that is gone is in one of its own") { store in
            try await store.addAccount(ada)
            let first = try await store.signInForTest(ada)
            let gone = BrowserAccess(first.browser.id + 1000, token: first.token)
            let made = try await store.signIn(
                NewSignIn(
                    account: ada, method: .link, isAutomatic: true, access: gone, token: Token.random().digest,
                    run: first.run, time: start))
            try require(made.browser.signIns.count, is: 1)
            try require(try await store.accounts(in: first.token), is: [ada])
        },
        Contract("a new run of the browser ends the sign-ins of the old one that are not automatic") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada, isAutomatic: false)
            let second = try await store.signInForTest(bob, previous: first)
            let third = try await store.signInForTest(elsewhere, previous: second, run: Token.random().digest)
            try require(third.browser.signIns.map(\.account.id), is: [bob, elsewhere])
        },
        Contract("signing out ends all of the browser's sign-ins and its token") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let made = try await store.signInForTest(bob, previous: first)
            let next = Token.random().digest
            let events = [event(.signedOut), event(.signedOut)]
            try await store.signOut(made.access, newToken: next, of: nil, events: events, at: start)
            try require(try await store.browser(made.token), is: nil)
            try require(try await store.accounts(in: next), is: [])
            try require(try await store.loggedKinds(), is: [.signedOut, .signedOut])
        },
        Contract("signing out of one account leaves the others, with another token") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            let next = Token.random().digest
            try await store.signOut(
                second.access, newToken: next, of: second.signIn, events: [event(.signedOut)], at: start)
            try require(try await store.browser(second.token), is: nil)
            try require(try await store.accounts(in: next), is: [ada])
            try require(try await store.loggedKinds(), is: [.signedOut])
        },
        Contract("no browser signs out of a sign-in of another one") { store in
            try await store.addAccount(ada)
            let (here, there) = (try await store.signInForTest(ada), try await store.signInForTest(ada))
            let next = Token.random().digest
            try await store.signOut(here.access, newToken: next, of: there.signIn, events: [], at: start)
            try require(try await store.accounts(in: there.token), is: [ada])
            try require(try await store.accounts(in: next), is: [ada])
        },
        Contract("whoever signs out in a browser that is gone changes nothing") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let (unknown, next) = (BrowserAccess(made.browser.id + 1000, token: made.token), Token.random().digest)
            try await store.signOut(unknown, newToken: next, of: made.signIn, events: [event(.signedOut)], at: start)
            try require(try await store.browser(next), is: nil)
            try require(try await store.accounts(in: made.token), is: [ada])
            try require(try await store.loggedKinds(), is: [])
        },
    ]
}
