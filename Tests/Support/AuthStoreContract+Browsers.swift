import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let browsers: [Contract<any AuthStore>] = [
        Contract("an unknown token belongs to no browser") { store in
            let browser = try await store.browser(Token.random().digest)
            #expect(browser == nil)
        },
        Contract("a sign-in is found by its token, with the account") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let browser = try await store.browser(made.token)
            #expect(browser == made.browser)
            #expect(browser?.signIns.map(\.account.id) == [ada])
            #expect(browser?.lastServer == .local)
            #expect(browser?.run == made.run)
        },
        Contract("a sign-in whose browser has never used its token ends, and no other") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let held = try await store.signInForTest(ada)
            let lost = try await store.signInForTest(ada)
            let late = try await store.signInForTest(bob, after: 1)
            #expect(try await store.browser(held.token)?.isHeld == false)
            try await store.recordUse([:], held: [held.token, Token.random().digest])
            #expect(try await store.browser(held.token)?.isHeld == true)
            #expect(try await store.endSignIns(notHeldSince: start - 1, at: start) == [])
            #expect(try await store.endSignIns(notHeldSince: start, at: start) == [lost.signIn])
            #expect(try await store.browser(held.token)?.signIns.map(\.id) == [held.signIn])
            #expect(try await store.browser(late.token)?.signIns.map(\.id) == [late.signIn])
        },
        Contract("a new token of a browser is not held before it is used") { store in
            try await store.addAccount(ada)
            let first = try await store.signInForTest(ada)
            try await store.recordUse([:], held: [first.token])
            let next = Token.random().digest
            try await store.reauthenticate(
                Reauthentication(first.signIn, in: first.access, token: next, passwordHash: "hash", time: start))
            #expect(try await store.endSignIns(notHeldSince: start, at: start) == [first.signIn])
        },
        Contract("a sign-in ends the token before it") { store in
            try await store.addAccount(ada)
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(ada, previous: first)
            #expect(try await store.browser(first.token) == nil)
            #expect(second.browser.id == first.browser.id)
            #expect(second.browser.signIns.map(\.id) == [second.signIn])
        },
        Contract("a replaced token is dead and changes nothing") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            let next = Token.random().digest
            await #expect(throws: AuthError.signInEnded) {
                try await store.signOut(first.access, newToken: next, of: nil, events: [event(.signedOut)], at: start)
            }
            await #expect(throws: AuthError.signInEnded) {
                try await store.reauthenticate(
                    Reauthentication(first.signIn, in: first.access, token: next, passwordHash: "hash", time: start))
            }
            await #expect(throws: AuthError.signInEnded) {
                try await store.select(first.signIn, in: first.access, at: start.addingTimeInterval(60))
            }
            await #expect(throws: AuthError.signInEnded) {
                try await store.setAutomatic(first.change(to: false))
            }
            #expect(try await store.browser(next) == nil)
            #expect(try await store.browser(second.token) == second.browser)
            #expect(try await store.loggedKinds() == [])
        },
        Contract("a sign-in with a replaced token gets a separate browser") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let left = Token.random().digest
            try await store.signOut(first.access, newToken: left, of: nil, events: [], at: start)
            let made = try await store.signInForTest(bob, previous: first)
            #expect(made.browser.id != first.browser.id, "the owner of the new token would be signed in too")
            #expect(try await store.accounts(in: left) == [])
            #expect(try await store.accounts(in: made.token) == [bob])
        },
        Contract("sign-ins of one account with one token stay until one is signed out or repeated") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let before = try await store.signInForTest(bob)
            let elsewhere = try await store.signInForTest(ada)
            let made = try await [
                store.signInForTest(ada, previous: before), store.signInForTest(ada, previous: before),
                store.signInForTest(ada, previous: before),
            ]
            #expect(try await store.accounts(in: made[0].token) == [bob, ada])
            #expect(try await store.accounts(in: made[1].token) == [ada])
            #expect(try await store.accounts(in: made[2].token) == [ada])
            let again = try await store.signInForTest(ada, previous: made[1])
            #expect(try await store.accounts(in: made[0].token) == [bob])
            #expect(try await store.accounts(in: again.token) == [ada])
            #expect(try await store.accounts(in: made[2].token) == [])

            let parallel = try await store.signInForTest(ada, previous: made[1])
            try await store.signOut(
                parallel.access, newToken: Token.random().digest, of: parallel.signIn, events: [], at: start)
            #expect(try await store.accounts(in: again.token) == [])
            #expect(try await store.accounts(in: made[0].token) == [bob])
            #expect(try await store.accounts(in: elsewhere.token) == [ada])
        },
        Contract("a sign-in in a deleted browser gets a separate browser") { store in
            try await store.addAccount(ada)
            let first = try await store.signInForTest(ada)
            let gone = BrowserAccess(first.browser.id + 1000, token: first.token)
            let made = try await store.signIn(
                NewSignIn(
                    account: ada, method: .link, isAutomatic: true, access: gone, token: Token.random().digest,
                    run: first.run, time: start))
            #expect(made.browser.signIns.count == 1)
            #expect(try await store.accounts(in: first.token) == [ada])
        },
        Contract("a new run of the browser ends the sign-ins of the old one unless they are automatic") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada, isAutomatic: false)
            let second = try await store.signInForTest(bob, previous: first)
            let third = try await store.signInForTest(elsewhere, previous: second, run: Token.random().digest)
            #expect(third.browser.signIns.map(\.account.id) == [bob, elsewhere])
        },
        Contract("signing out ends all of the browser's sign-ins and its token") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let made = try await store.signInForTest(bob, previous: first)
            let next = Token.random().digest
            let events = [event(.signedOut), event(.signedOut)]
            try await store.signOut(made.access, newToken: next, of: nil, events: events, at: start)
            #expect(try await store.browser(made.token) == nil)
            #expect(try await store.accounts(in: next) == [])
            #expect(try await store.loggedKinds() == [.signedOut, .signedOut])
        },
        Contract("signing out of one account leaves the others, with another token") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(bob, previous: first)
            let next = Token.random().digest
            try await store.signOut(
                second.access, newToken: next, of: second.signIn, events: [event(.signedOut)], at: start)
            #expect(try await store.browser(second.token) == nil)
            #expect(try await store.accounts(in: next) == [ada])
            #expect(try await store.loggedKinds() == [.signedOut])
        },
        Contract("no browser ends a sign-in of another one") { store in
            try await store.addAccount(ada)
            let (here, there) = (try await store.signInForTest(ada), try await store.signInForTest(ada))
            let next = Token.random().digest
            try await store.signOut(here.access, newToken: next, of: there.signIn, events: [], at: start)
            #expect(try await store.accounts(in: there.token) == [ada])
            #expect(try await store.accounts(in: next) == [ada])
        },
        Contract("a sign-out in a deleted browser changes nothing") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let (unknown, next) = (BrowserAccess(made.browser.id + 1000, token: made.token), Token.random().digest)
            await #expect(throws: AuthError.signInEnded) {
                try await store.signOut(
                    unknown, newToken: next, of: made.signIn, events: [event(.signedOut)], at: start)
            }
            #expect(try await store.browser(next) == nil)
            #expect(try await store.accounts(in: made.token) == [ada])
            #expect(try await store.loggedKinds() == [])
        },
    ]
}
