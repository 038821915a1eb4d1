import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let signIns: [Contract<any AuthStore>] = [
        Contract("a sign-in has its time, method, address and client") { store in
            try await store.addAccount(ada)
            let client = Client(address: "192.0.2.7", agent: "Firefox on Linux")
            let signIn = try await store.signInForTest(ada, isAutomatic: false, client: client).made.signIn
            #expect(
                signIn
                    == SignIn(
                        id: signIn.id, account: signIn.account, method: .password, since: start, lastSeen: start,
                        isAutomatic: false, authenticatedAt: start, selectedAt: start, client: client))
        },
        Contract("a sign-in has the second factor that was proved, and when; a sign-in without one has neither") {
            store in
            try await store.addAccount(ada)
            let code = Token.random().digest
            try await store.write { transaction in
                try transaction.set(StoredTOTP(sealedSecret: Data([1]), addedAt: start, lastStep: 1), of: ada)
                try transaction.setRecoveryCodes([code], of: ada)
            }
            for (factor, kind) in [(UsedFactor.app(step: 2), FactorKind.app), (.recovery(code), .recoveryCode)] {
                let made = try await store.signInForTest(ada, factor: factor, after: 60)
                let signIn = try await store.browser(made.token)?.signIns.first
                #expect(signIn?.factor == kind && signIn?.factorAt == start + 60)
                #expect(try await store.history(of: ada).signIns.last?.signIn.factor == kind)
            }
            _ = try await store.write { try $0.deleteFactors(of: ada) }
            let plain = try await store.signInForTest(ada, after: 120)
            #expect(plain.made.signIn.factor == nil && plain.made.signIn.factorAt == nil)
        },
        Contract("a sign-in needs the current password") { store in
            try await store.addAccount(ada)
            let first = try await store.signInForTest(ada, passwordHash: "hash")
            try await store.setPassword(PasswordChange(account: ada, hash: "new", ends: nil, time: start))
            await #expect(throws: AuthError.wrongCredentials) {
                try await store.signInForTest(ada, previous: first, passwordHash: "hash", event: event(.signedIn))
            }
            #expect(try await store.browser(first.token)?.signIns.map(\.id) == [first.signIn])
            #expect(try await store.loggedKinds() == [])
            _ = try await store.signInForTest(ada, previous: first, passwordHash: "new")
        },
        Contract("nobody signs in to a missing account") { store in
            await #expect(throws: AuthError.wrongCredentials) { try await store.signInForTest(ada) }
        },
        Contract("a sign-in is logged") { store in
            try await store.addAccount(ada)
            _ = try await store.signInForTest(ada, event: event(.signedIn))
            #expect(try await store.loggedKinds() == [.signedIn])
        },
        Contract("a browser is new to an account that has sign-ins elsewhere, and none here") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            #expect(first.made.isFromNewBrowser == false)
            let again = try await store.signInForTest(ada, previous: first)
            #expect(again.made.isFromNewBrowser == false)
            #expect(try await store.signInForTest(ada).made.isFromNewBrowser == true)
            let bobs = try await store.signInForTest(bob)
            #expect(bobs.made.isFromNewBrowser == false)
            let inBobs = try await store.signInForTest(ada, previous: bobs)
            #expect(inBobs.made.isFromNewBrowser == true)
        },
        Contract("a browser knows an account after a sign-out too") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            _ = try await store.signInForTest(ada)
            let next = Token.random().digest
            try await store.signOut(first.access, newToken: next, of: nil, events: [], at: start)
            let id = first.browser.id
            #expect(try await store.hasSignedIn(ada, in: id) == true)
            #expect(try await store.hasSignedIn(bob, in: id) == false)
            #expect(try await store.hasSignedIn(elsewhere, in: id) == false)
            #expect(try await store.hasSignedIn(ada, in: id + 1000) == false)
            let again = try await store.signIn(
                NewSignIn(
                    account: ada, method: .link, isAutomatic: true, access: BrowserAccess(id, token: next),
                    token: Token.random().digest,
                    run: first.run, time: start))
            #expect(again.browser.id == id)
            #expect(again.signIn.method == .link)
            #expect(again.isFromNewBrowser == false)
        },
    ]

    static let uses: [Contract<any AuthStore>] = [
        Contract("a late use does not revive an ended sign-in") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let next = Token.random().digest
            try await store.signOut(made.access, newToken: next, of: nil, events: [], at: start)
            try await store.recordUse([made.signIn: SignInUse(time: start.addingTimeInterval(60), address: "::1")])
            #expect(try await store.accounts(in: next) == [])
            let past = try await store.history(of: ada).signIns.first
            #expect(past?.signIn.lastSeen == start)
            #expect(past?.signIn.client.address == "")
        },
        Contract("uses are recorded with their address, and never go back in time") { store in
            try await store.addAccount(ada)
            let client = Client(address: "192.0.2.1", agent: "Firefox on Linux")
            let made = try await store.signInForTest(ada, client: client, isRead: false)
            for (seconds, address) in [(600.0, "192.0.2.2"), (60, "192.0.2.3")] {
                let use = SignInUse(time: start.addingTimeInterval(seconds), address: address)
                try await store.recordUse([made.signIn: use, made.signIn + 1000: use])
            }
            let seen = try await store.browser(made.token)?.signIns.first
            #expect(seen?.lastSeen == start.addingTimeInterval(600))
            #expect(seen?.client == Client(address: "192.0.2.2", agent: "Firefox on Linux"))
        },
        Contract("a use without an address keeps the known one") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada, client: Client(address: "192.0.2.1"), isRead: false)
            try await store.recordUse([made.signIn: SignInUse(time: start.addingTimeInterval(60))])
            let seen = try await store.browser(made.token)?.signIns.first
            #expect(seen?.lastSeen == start.addingTimeInterval(60))
            #expect(seen?.client.address == "192.0.2.1")
        },
    ]
}

extension AuthStoreContract {
    static let automaticSignIn: [Contract<any AuthStore>] = [
        Contract("automatic sign-in is a property of a single sign-in") { store in
            try await store.addAccount(ada)
            let here = try await store.signInForTest(ada)
            let there = try await store.signInForTest(ada)
            try await store.setAutomatic(here.change(to: false))
            #expect(try await store.browser(here.token)?.signIns.first?.isAutomatic == false, "it did not change")
            #expect(try await store.browser(there.token)?.signIns.first?.isAutomatic == true, "another one changed")
        },
        Contract("the lifetime of a sign-in follows automatic sign-in, however often that changes") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada, isAutomatic: false)
            let policy = SessionPolicy()
            func lifetime() async throws -> TimeInterval? {
                try await store.browser(made.token)?.signIns.first.map {
                    policy.latestExpiry(of: $0).timeIntervalSince($0.since)
                }
            }
            #expect(try await lifetime() == policy.absolute)
            for isAutomatic in [true, false, true] {
                try await store.setAutomatic(made.change(to: isAutomatic))
                #expect(try await lifetime() == (isAutomatic ? policy.automaticAbsolute : policy.absolute))
            }
        },
        Contract("an ended sign-in cannot be changed") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            try await store.signOut(made.access, newToken: Token.random().digest, of: nil, events: [], at: start)
            await #expect(throws: AuthError.signInEnded) { try await store.setAutomatic(made.change(to: false)) }
        },
    ]
}
