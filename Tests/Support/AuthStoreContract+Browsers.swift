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
        Contract("a sign-in whose browser has never used its token ends, and no other") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let held = try await store.signInForTest(ada)
            let lost = try await store.signInForTest(ada)
            let late = try await store.signInForTest(bob, after: 1)
            try require(try await store.browser(held.token)?.isHeld, is: false)
            try await store.recordUse([:], held: [held.token, Token.random().digest])
            try require(try await store.browser(held.token)?.isHeld, is: true)
            try require(try await store.endSignIns(notHeldSince: start - 1, at: start), is: [])
            try require(try await store.endSignIns(notHeldSince: start, at: start), is: [lost.signIn])
            try require(try await store.browser(held.token)?.signIns.map(\.id), is: [held.signIn])
            try require(try await store.browser(late.token)?.signIns.map(\.id), is: [late.signIn])
        },
        Contract("a new token of a browser is not held before it is used") { store in
            try await store.addAccount(ada)
            let first = try await store.signInForTest(ada)
            try await store.recordUse([:], held: [first.token])
            let next = Token.random().digest
            try await store.reauthenticate(
                Reauthentication(first.signIn, in: first.access, token: next, passwordHash: "hash", time: start))
            try require(try await store.endSignIns(notHeldSince: start, at: start), is: [first.signIn])
        },
        Contract("a sign-in kills the token before it") { store in
            try await store.addAccount(ada)
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(ada, previous: first)
            try require(try await store.browser(first.token), is: nil)
            try require(second.browser.id, is: first.browser.id)
            try require(second.browser.signIns.map(\.id), is: [second.signIn])
        },
        Contract("a token that was replaced ends and changes nothing") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            let next = Token.random().digest
            try await require(throwing: AuthError.signInEnded) {
                try await store.signOut(first.access, newToken: next, of: nil, events: [event(.signedOut)], at: start)
            }
            try await require(throwing: AuthError.signInEnded) {
                try await store.reauthenticate(
                    Reauthentication(first.signIn, in: first.access, token: next, passwordHash: "hash", time: start))
            }
            try await require(throwing: AuthError.signInEnded) {
                try await store.select(first.signIn, in: first.access, at: start.addingTimeInterval(60))
            }
            try await require(throwing: AuthError.signInEnded) {
                try await store.setAutomatic(first.change(to: false))
            }
            try require(try await store.browser(next), is: nil)
            try require(try await store.browser(second.token), is: second.browser)
            try require(try await store.loggedKinds(), is: [])
        },
        Contract("a sign-in that comes with a token that was replaced is in a browser of its own") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let left = Token.random().digest
            try await store.signOut(first.access, newToken: left, of: nil, events: [], at: start)
            let made = try await store.signInForTest(bob, previous: first)
            try require(made.browser.id != first.browser.id, "whoever replaced the token would be signed in too")
            try require(try await store.accounts(in: left), is: [])
            try require(try await store.accounts(in: made.token), is: [bob])
        },
        Contract("of sign-ins of one account that came with one token the last stays, and nobody else's end") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let before = try await store.signInForTest(bob)
            let elsewhere = try await store.signInForTest(ada)
            let made = try await [
                store.signInForTest(ada, previous: before), store.signInForTest(ada, previous: before),
                store.signInForTest(ada, previous: before),
            ]
            try require(made.map(\.made.ended), is: [[], [made[0].signIn], [made[1].signIn]])
            try require(try await store.accounts(in: made[0].token), is: [bob])
            try require(try await store.accounts(in: made[1].token), is: [])
            try require(try await store.accounts(in: made[2].token), is: [ada])
            try require(try await store.accounts(in: elsewhere.token), is: [ada])
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
            try await require(throwing: AuthError.signInEnded) {
                try await store.signOut(
                    unknown, newToken: next, of: made.signIn, events: [event(.signedOut)], at: start)
            }
            try require(try await store.browser(next), is: nil)
            try require(try await store.accounts(in: made.token), is: [ada])
            try require(try await store.loggedKinds(), is: [])
        },
    ]
}
