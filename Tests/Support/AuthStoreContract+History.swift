import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let history: [Contract<any AuthStore>] = [
        Contract("an account without activity, or a missing one, has no history") { store in
            try await store.addAccount(ada)
            #expect(try await store.history(of: ada) == AccountHistory(), "the history has entries")
            #expect(try await store.history(of: elsewhere) == AccountHistory(), "a missing account has entries")
        },
        Contract("the history of an account has its sign-ins, ended ones too") { store in
            try await store.addAccount(ada)
            let first = try await store.signInForTest(ada)
            try await store.setAutomatic(first.change(to: false))
            try await store.signOut(
                first.access, newToken: Token.random().digest, of: nil, events: [], at: start.addingTimeInterval(60))
            let second = try await store.signInForTest(ada)
            let history = try await store.history(of: ada)
            #expect(history.signIns.map(\.signIn.id) == [first.signIn, second.signIn], "wrong sign-ins")
            let ends = history.signIns.map(\.endedAt)
            #expect(ends == [start.addingTimeInterval(60), nil], "they ended at \(ends)")
            #expect(history.signIns.map(\.signIn.isAutomatic) == [false, true], "the values have changed")
        },
        Contract("the last use of an account is that of its latest sign-in, ended ones too") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            let first = try await store.signInForTest(ada)
            _ = try await store.signInForTest(elsewhere, after: 10)
            let later = try await store.signInForTest(ada, after: 60)
            for made in [first, later] {
                _ = try await store.endSignIns(.one(made.signIn), of: ada, event: nil, at: start.addingTimeInterval(90))
            }
            let uses = try await store.lastUses(of: [ada, bob])
            #expect(uses == [ada: start.addingTimeInterval(60)])
            #expect(try await store.lastUses(of: []) == [:])
        },
        Contract("accounts are found by their ids, any number at once") { store in
            for id in [ada, elsewhere] { try await store.addAccount(id) }
            let others = (0..<2500).map { AccountID(server: .local, user: "other\($0)") }
            let found = try await store.accounts([ada, bob] + others + [elsewhere, ada])
            #expect(Set(found.keys) == [ada, elsewhere])
            let account = try await store.account(ada)
            #expect(found[ada] == account)
            let none = try await store.accounts([AccountID]())
            #expect(none.isEmpty)
        },
        Contract("a history has nothing of other accounts") { store in
            try await store.addAccount(ada)
            try await store.addAccount(elsewhere)
            _ = try await store.signInForTest(ada)
            #expect(try await store.history(of: elsewhere) == AccountHistory(), "the history has entries")
        },
    ]
}
