import Foundation
import PorticoAuth
import PorticoConfig
import Synchronization

extension AuthStoreContract {
    static let sessions: [Contract<any AuthStore>] = [
        Contract("an account's sign-ins that have not been ended are listed, the last used first") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(ada, after: 60)
            let third = try await store.signInForTest(ada, after: 30)
            let ended = try await store.signInForTest(ada)
            _ = try await store.signInForTest(bob)
            try await store.signOut(ended.access, newToken: Token.random().digest, of: nil, events: [], at: start)
            try await store.recordUse([first.signIn: SignInUse(time: start.addingTimeInterval(90))])
            let listed = try await store.signIns(of: ada)
            try require(listed.map(\.signIn.id), is: [first.signIn, second.signIn, third.signIn])
            try require(listed.map(\.browser), is: [first.browser.id, second.browser.id, third.browser.id])
            try require(listed.map(\.run), is: [first.run, second.run, third.run])
            try require(listed[1].signIn, is: second.made.signIn)
        },
        Contract("all sign-ins that have not been ended are listed, by user name") { store in
            for id in [bob, ada, elsewhere] { try await store.addAccount(id) }
            let bobs = try await store.signInForTest(bob)
            let adas = [try await store.signInForTest(ada), try await store.signInForTest(ada, after: 60)]
            let others = try await store.signInForTest(elsewhere)
            _ = try await store.endSignIns(.one(bobs.signIn), of: bob, event: nil, at: start)
            let again = try await store.signInForTest(bob)
            let listed = try await store.openSignIns()
            try require(
                listed.map(\.signIn.id), is: [adas[1].signIn, adas[0].signIn, again.signIn, others.signIn])
        },
        Contract("all sign-ins up to one are ended, some at a time, with an event for each account") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            try require(try await store.openSignInCount(), is: OpenSignInCount(signIns: 0, accounts: 0, last: nil))
            for id in [ada, ada, bob, elsewhere] { _ = try await store.signInForTest(id) }
            let open = try await store.openSignInCount()
            let last = try await store.openSignIns().map(\.signIn.id).max()
            try require(open, is: OpenSignInCount(signIns: 4, accounts: 3, last: last))
            let later = try await store.signInForTest(bob)
            let ended = Mutex<[Int]>([])
            try await store.endSignIns(
                upTo: last ?? 0, event: { SecurityEvent(.sessionEnded, account: $0, client: Client(), time: start) },
                at: start, limit: 1
            ) { count in ended.withLock { $0.append(count) } }
            try require(ended.withLock { $0 }, is: [1, 1, 1, 1])
            try require(try await store.openSignIns().map(\.signIn.id), is: [later.signIn])
            let logged = try await store.events(SecurityEventQuery(kinds: [.sessionEnded])).compactMap(\.event.account)
            try require(Set(logged), is: [ada, bob, elsewhere])
            try require(logged.count, is: 3)
            try require(try await store.openSignIn(later.signIn)?.signIn.account.id, is: bob)
            try require(try await store.openSignIn(last ?? 0), is: nil)
        },
        Contract("what was last used long ago is deleted, but the last sign-in of each account", steps: deletions),
        Contract("one sign-in of an account is ended, all but one, or all, and they are named", steps: endings),
        Contract("nobody ends another's sign-ins, and what ends nothing is not logged") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let made = try await store.signInForTest(ada)
            let bobs = try await store.signInForTest(bob, previous: made)
            for ending in [SignInEnding.one(made.signIn), .one(bobs.signIn + 1000), .allBut(bobs.signIn)] {
                let ended = try await store.endSignIns(ending, of: bob, event: event(.sessionEnded), at: start)
                try require(ended, is: [])
            }
            try require(try await store.accounts(in: bobs.token), is: [ada, bob])
            try require(try await store.loggedKinds(), is: [])
        },
        Contract("a link ends the sign-in that it is for, and says whose it was") { store in
            try await store.addAccount(ada)
            let (made, other) = (try await store.signInForTest(ada), try await store.signInForTest(ada))
            let link = try await store.addLink(.endSignIn, of: ada, signIn: made.signIn)
            let account = try await store.endSignIn(using: link, event: event(.sessionEnded), at: start)
            try require(account, is: ada)
            try require(try await store.accounts(in: made.token), is: [])
            try require(try await store.accounts(in: other.token), is: [ada])
            try require(try await store.loggedKinds(), is: [.sessionEnded])
            try await require(throwing: LinkProblem.used) {
                try await store.endSignIn(using: link, event: nil, at: start)
            }
        },
        Contract("a link to end a sign-in does no harm where it has ended") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let link = try await store.addLink(.endSignIn, of: ada, signIn: made.signIn)
            try await store.signOut(made.access, newToken: Token.random().digest, of: nil, events: [], at: start)
            let account = try await store.endSignIn(using: link, event: nil, at: start.addingTimeInterval(60))
            try require(account, is: ada)
            try require(try await store.history(of: ada).signIns.map(\.endedAt), is: [start])
        },
        Contract("a link that does not work ends no sign-in") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            func end(_ link: TokenDigest, after seconds: TimeInterval = 0) async throws -> AccountID {
                try await store.endSignIn(using: link, event: nil, at: start.addingTimeInterval(seconds))
            }
            let late = try await store.addLink(.endSignIn, of: ada, signIn: made.signIn)
            try await require(throwing: LinkProblem.expired) { try await end(late, after: 3600) }
            try await require(throwing: LinkProblem.unknown) { try await end(Token.random().digest) }
            for purpose in OneTimeLink.Purpose.allCases where purpose != .endSignIn {
                let link = try await store.addLink(purpose, of: ada, signIn: made.signIn)
                try await require(throwing: LinkProblem.unknown) { try await end(link) }
            }
            let ofNobody = try await store.addLink(.endSignIn, of: bob, signIn: made.signIn)
            _ = try await end(ofNobody)
            try require(try await store.accounts(in: made.token), is: [ada])
        },
    ]

    private static func deletions(_ store: any AuthStore) async throws {
        for id in [ada, bob] { try await store.addAccount(id) }
        let old = try await store.signInForTest(ada)
        let adas = try await store.signInForTest(ada, after: 60)
        let bobs = try await store.signInForTest(bob, previous: adas, after: 1)
        let both = try await store.signInForTest(bob, after: 60)
        try await store.deleteSignIns(lastUsedBefore: start)
        try require(try await store.openSignIns().count, is: 4)
        try await store.deleteSignIns(lastUsedBefore: start.addingTimeInterval(60))
        try require(try await store.openSignIns().map(\.signIn.id), is: [adas.signIn, both.signIn])
        try require(try await store.browser(old.token), is: nil)
        try require(try await store.accounts(in: bobs.token), is: [ada])
        try await store.deleteSignIns(lastUsedBefore: .distantFuture)
        try require(try await store.openSignIns().map(\.signIn.id), is: [adas.signIn, both.signIn])
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
            try require(ended, is: expected.map { made[$0].signIn })
        }
        for signIn in made[..<3] { try require(try await store.accounts(in: signIn.token), is: []) }
        try require(try await store.accounts(in: bobs.token), is: [bob])
        try require(try await store.loggedKinds(), is: [.sessionEnded, .sessionEnded, .sessionEnded])
    }
}
