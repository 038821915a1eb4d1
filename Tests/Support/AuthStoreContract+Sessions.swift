import Foundation
import PorticoAuth
import PorticoConfig
import Synchronization
import Testing

extension AuthStoreContract {
    static let sessions: [Contract<any AuthStore>] = [
        Contract("an account's sign-ins in force are listed, the last used first") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(ada, after: 60)
            let third = try await store.signInForTest(ada, after: 30)
            let ended = try await store.signInForTest(ada)
            _ = try await store.signInForTest(bob)
            try await store.signOut(ended.access, newToken: Token.random().digest, of: nil, events: [], at: start)
            try await store.recordUse([first.signIn: SignInUse(time: start.addingTimeInterval(90))])
            let listed = try await store.signIns(of: ada)
            #expect(listed.map(\.signIn.id) == [first.signIn, second.signIn, third.signIn])
            #expect(listed.map(\.browser) == [first.browser.id, second.browser.id, third.browser.id])
            #expect(listed.map(\.run) == [first.run, second.run, third.run])
            #expect(listed[1].signIn == second.made.signIn)
        },
        Contract("all sign-ins in force are listed, by user name") { store in
            for id in [bob, ada, elsewhere] { try await store.addAccount(id) }
            let bobs = try await store.signInForTest(bob)
            let adas = [try await store.signInForTest(ada), try await store.signInForTest(ada, after: 60)]
            let others = try await store.signInForTest(elsewhere)
            _ = try await store.endSignIns(.one(bobs.signIn), of: bob, event: nil, at: start)
            let again = try await store.signInForTest(bob)
            let listed = try await store.openSignIns()
            #expect(
                listed.map(\.signIn.id) == [adas[1].signIn, adas[0].signIn, again.signIn, others.signIn])
        },
        Contract("all sign-ins up to one are ended, in steps, with an event for each account") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            #expect(try await store.openSignInCount() == OpenSignInCount(signIns: 0, accounts: 0, last: nil))
            for id in [ada, ada, bob, elsewhere] { _ = try await store.signInForTest(id) }
            let open = try await store.openSignInCount()
            let last = try await store.openSignIns().map(\.signIn.id).max()
            #expect(open == OpenSignInCount(signIns: 4, accounts: 3, last: last))
            let later = try await store.signInForTest(bob)
            let ended = Mutex<[Int]>([])
            try await store.endSignIns(
                upTo: last ?? 0, event: { SecurityEvent(.sessionEnded, account: $0, client: Client(), time: start) },
                at: start, limit: 1
            ) { count in ended.withLock { $0.append(count) } }
            #expect(ended.withLock { $0 } == [1, 1, 1, 1])
            #expect(try await store.openSignIns().map(\.signIn.id) == [later.signIn])
            let logged = try await store.events(SecurityEventQuery(kinds: [.sessionEnded])).compactMap(\.event.account)
            #expect(Set(logged) == [ada, bob, elsewhere])
            #expect(logged.count == 3)
            #expect(try await store.openSignIn(later.signIn)?.signIn.account.id == bob)
            #expect(try await store.openSignIn(last ?? 0) == nil)
        },
        Contract("sign-ins used long ago are deleted, except the last one of each account", steps: deletions),
        Contract("one sign-in of an account is ended, all but one, or all, and they are returned", steps: endings),
        Contract("nobody ends another's sign-ins, and an ending without effect is not logged") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let made = try await store.signInForTest(ada)
            let bobs = try await store.signInForTest(bob, previous: made)
            for ending in [SignInEnding.one(made.signIn), .one(bobs.signIn + 1000), .allBut(bobs.signIn)] {
                let ended = try await store.endSignIns(ending, of: bob, event: event(.sessionEnded), at: start)
                #expect(ended == [])
            }
            #expect(try await store.accounts(in: bobs.token) == [ada, bob])
            #expect(try await store.loggedKinds() == [])
        },
        Contract("a link ends its sign-in, and returns the account") { store in
            try await store.addAccount(ada)
            let (made, other) = (try await store.signInForTest(ada), try await store.signInForTest(ada))
            let link = try await store.addLink(.endSignIn, of: ada, signIn: made.signIn)
            let account = try await store.endSignIn(using: link, event: event(.sessionEnded), at: start)
            #expect(account == ada)
            #expect(try await store.accounts(in: made.token) == [])
            #expect(try await store.accounts(in: other.token) == [ada])
            #expect(try await store.loggedKinds() == [.sessionEnded])
            await #expect(throws: LinkProblem.used) {
                try await store.endSignIn(using: link, event: nil, at: start)
            }
        },
        Contract("a link to end a sign-in has no effect after its end") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let link = try await store.addLink(.endSignIn, of: ada, signIn: made.signIn)
            try await store.signOut(made.access, newToken: Token.random().digest, of: nil, events: [], at: start)
            let account = try await store.endSignIn(using: link, event: nil, at: start.addingTimeInterval(60))
            #expect(account == ada)
            #expect(try await store.history(of: ada).signIns.map(\.endedAt) == [start])
        },
        Contract("a link that does not work ends no sign-in") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            func end(_ link: TokenDigest, after seconds: TimeInterval = 0) async throws -> AccountID {
                try await store.endSignIn(using: link, event: nil, at: start.addingTimeInterval(seconds))
            }
            let late = try await store.addLink(.endSignIn, of: ada, signIn: made.signIn)
            await #expect(throws: LinkProblem.expired) { try await end(late, after: 3600) }
            await #expect(throws: LinkProblem.unknown) { try await end(Token.random().digest) }
            for purpose in OneTimeLink.Purpose.allCases where purpose != .endSignIn {
                let link = try await store.addLink(purpose, of: ada, signIn: made.signIn)
                await #expect(throws: LinkProblem.unknown) { try await end(link) }
            }
            let ofNobody = try await store.addLink(.endSignIn, of: bob, signIn: made.signIn)
            _ = try await end(ofNobody)
            #expect(try await store.accounts(in: made.token) == [ada])
        },
    ]

    private static func deletions(_ store: any AuthStore) async throws {
        for id in [ada, bob] { try await store.addAccount(id) }
        let old = try await store.signInForTest(ada)
        let adas = try await store.signInForTest(ada, after: 60)
        let bobs = try await store.signInForTest(bob, previous: adas, after: 1)
        let both = try await store.signInForTest(bob, after: 60)
        try await store.deleteSignIns(lastUsedBefore: start)
        #expect(try await store.openSignIns().count == 4)
        try await store.deleteSignIns(lastUsedBefore: start.addingTimeInterval(60))
        #expect(try await store.openSignIns().map(\.signIn.id) == [adas.signIn, both.signIn])
        #expect(try await store.browser(old.token) == nil)
        #expect(try await store.accounts(in: bobs.token) == [ada])
        try await store.deleteSignIns(lastUsedBefore: .distantFuture)
        #expect(try await store.openSignIns().map(\.signIn.id) == [adas.signIn, both.signIn])
    }

    private static func endings(_ store: any AuthStore) async throws {
        for id in [ada, bob] { try await store.addAccount(id) }
        var made: [TestSignIn] = []
        for _ in 0..<4 { made.append(try await store.signInForTest(ada)) }
        let bobs = try await store.signInForTest(bob, previous: made[3])
        let endings: [(SignInEnding, [Int])] = [
            (.one(made[0].signIn), [0]), (.one(made[0].signIn), []), (.allBut(made[1].signIn), [2, 3]), (.all, [1]),
        ]
        for (ending, expected) in endings {
            let ended = try await store.endSignIns(ending, of: ada, event: event(.sessionEnded), at: start)
            #expect(ended == expected.map { made[$0].signIn })
        }
        for signIn in made[..<3] { #expect(try await store.accounts(in: signIn.token) == []) }
        #expect(try await store.accounts(in: bobs.token) == [bob])
        #expect(try await store.loggedKinds() == [.sessionEnded, .sessionEnded, .sessionEnded])
    }
}
