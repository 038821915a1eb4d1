import Foundation
import PorticoAuth
import PorticoConfig

extension AuthStoreContract {
    static let history: [Contract<any AuthStore>] = [
        Contract("nothing is kept of an account that did nothing, or is not there") { store in
            try await store.addAccount(ada)
            try require(try await store.history(of: ada) == AccountHistory(), "something is")
            try require(try await store.history(of: elsewhere) == AccountHistory(), "something is of nobody")
        },
        Contract("the history of an account has its sign-ins, those that are over too, and its requests") { store in
            try await store.addAccount(ada)
            let first = try await store.signInForTest(ada)
            _ = try await store.setAutomatic(first.change(to: false, key: "k"))
            try await store.signOut(
                first.access, newToken: Token.random().digest, of: nil, events: [], at: start.addingTimeInterval(60))
            let second = try await store.signInForTest(ada)
            let history = try await store.history(of: ada)
            try require(history.signIns.map(\.signIn.id) == [first.signIn, second.signIn], "others are there")
            let ends = history.signIns.map(\.endedAt)
            try require(ends == [start.addingTimeInterval(60), nil], "they ended at \(ends)")
            try require(history.signIns.map(\.signIn.isAutomatic) == [false, true], "they are not as they were")
            try require(history.requests.map(\.outcome.location) == ["/"], "the request is not there")
        },
        Contract("nobody's history has anything of another's") { store in
            try await store.addAccount(ada)
            try await store.addAccount(elsewhere)
            let made = try await store.signInForTest(ada)
            _ = try await store.setAutomatic(made.change(to: false, key: "k"))
            try require(try await store.history(of: elsewhere) == AccountHistory(), "it has")
        },
    ]
}
