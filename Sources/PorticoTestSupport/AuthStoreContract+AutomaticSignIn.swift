import Foundation
import PorticoAuth
import PorticoConfig

extension AuthStoreContract {
    static let automaticSignIn: [Contract<any AuthStore>] = [
        Contract("automatic sign-in is a property of the one sign-in") { store in
            try await store.addAccount(ada)
            let here = try await store.signInForTest(ada)
            let there = try await store.signInForTest(ada)
            _ = try await store.setAutomatic(here.change(to: false))
            try require(try await store.browser(here.token)?.signIns.first?.isAutomatic == false, "it was not changed")
            try require(try await store.browser(there.token)?.signIns.first?.isAutomatic == true, "another one was")
        },
        Contract("an ended sign-in cannot be changed") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            try await store.signOut(made.access, newToken: Token.random().digest, of: nil, events: [], at: start)
            try await require(throwing: AuthError.signInEnded) { try await store.setAutomatic(made.change(to: false)) }
        },
        Contract("a repeated request has the outcome of the first and no effect") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let first = try await store.setAutomatic(made.change(to: false, key: "k"))
            try require(first == nil, "the first counts as a repetition")
            _ = try await store.setAutomatic(made.change(to: true))
            let second = try await store.setAutomatic(made.change(to: false, key: "k"))
            try require(second == RequestOutcome(status: 303, location: "/"), "the outcome is another one")
            try require(try await store.browser(made.token)?.signIns.first?.isAutomatic == true, "it had an effect")
        },
        Contract("the same key with another body is refused") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            _ = try await store.setAutomatic(made.change(to: false, key: "k", body: "a"))
            try await require(throwing: AuthError.requestBodyDiffers) {
                try await store.setAutomatic(made.change(to: true, key: "k", body: "b"))
            }
        },
        Contract("a request that failed leaves no record") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            var change = made.change(to: false, key: "k")
            change = AutomaticSignInChange(
                access: change.access, signIn: change.signIn + 1000, isAutomatic: false, newRun: nil,
                record: change.record,
                time: start)
            try await require(throwing: AuthError.signInEnded) { [change] in try await store.setAutomatic(change) }
            try require(try await store.setAutomatic(made.change(to: false, key: "k")) == nil, "it counts as repeated")
        },
        Contract("records of requests are forgotten after their time") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            _ = try await store.setAutomatic(made.change(to: false, key: "k"))
            try await store.deleteRequestRecords(before: start.addingTimeInterval(1))
            try require(try await store.setAutomatic(made.change(to: false, key: "k")) == nil, "it is still known")
        },
    ]
}
