import Foundation
import PorticoAuth
import PorticoConfig

/// What every ``AuthStore`` must do. Run each check on an empty store of its own.
public enum AuthStoreContract {
    public static let all: [Contract<any AuthStore>] = accounts + browsers + automaticSignIn + history

    static let ada = AccountID(server: .local, user: "ada")
    static let elsewhere = AccountID(server: ServerID(rawValue: "works"), user: "ada")
    static let start = Date(timeIntervalSince1970: 1_767_225_600)

    private static let accounts: [Contract<any AuthStore>] = [
        Contract("a new store has no accounts") { store in
            try require(try await !store.hasAccounts(), "it says it has accounts")
            try require(try await store.accounts().isEmpty, "it lists accounts")
        },
        Contract("an account is found by server and user, and by nothing else") { store in
            try await store.addAccount(ada)
            try require(try await store.account(ada)?.name == "Ada", "it is not found")
            try require(try await store.account(elsewhere) == nil, "another server's user is found")
        },
        Contract("the same user name on two servers is two accounts") { store in
            try await store.addAccount(ada)
            try await store.addAccount(elsewhere)
            try await store.setDisabled(true, elsewhere, at: start)
            try require(try await store.accounts().map(\.id) == [ada, elsewhere], "they are not listed in order")
            try require(try await store.account(ada)?.isDisabled == false, "one was changed with the other")
        },
        Contract("an account is not added twice") { store in
            try await store.addAccount(ada)
            try await require(throwing: AuthError.accountExists) { try await store.addAccount(ada) }
        },
        Contract("the first account is only ever one") { store in
            try await store.addAccount(ada, mustBeFirst: true)
            try await require(throwing: AuthError.setupClosed) {
                try await store.addAccount(elsewhere, mustBeFirst: true)
            }
        },
        Contract("of many that race to be first, one is") { store in
            let winners = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    let id = AccountID(server: .local, user: "user\(number)")
                    group.addTask { (try? await store.addAccount(id, mustBeFirst: true)) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            try require(winners == 1, "\(winners) were")
        },
        Contract("a password hash is upgraded only while it is the old one") { store in
            try await store.addAccount(ada)
            try await store.upgradePasswordHash(from: "other", to: "wrong", of: ada)
            try await store.upgradePasswordHash(from: "hash", to: "stronger", of: ada)
            try require(try await store.credential(of: ada)?.passwordHash == "stronger", "it is not the upgraded one")
        },
        Contract("changes to an account that is not there are refused") { store in
            try await require(throwing: AuthError.noSuchAccount) { try await store.setDisabled(true, ada, at: start) }
            try await require(throwing: AuthError.noSuchAccount) {
                try await store.setPasswordHash("x", of: ada, at: start)
            }
        },
    ]

    private static let browsers: [Contract<any AuthStore>] = [
        Contract("an unknown token is nobody's") { store in
            try require(try await store.browser(Token.random().digest) == nil, "it names a browser")
        },
        Contract("a sign-in is found by its token, with the account") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let browser = try await store.browser(made.token)
            try require(browser == made.browser, "the browser read is not the one made")
            try require(browser?.signIns.map(\.account.id) == [ada], "it has not the account")
            try require(browser?.lastServer == .local, "the server is not remembered")
        },
        Contract("a sign-in kills the token before it") { store in
            try await store.addAccount(ada)
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(ada, previous: first)
            try require(try await store.browser(first.token) == nil, "the old token still works")
            try require(second.browser.id == first.browser.id, "it is another browser")
            try require(second.browser.signIns.count == 1, "the replaced sign-in is still there")
        },
        Contract("a browser holds several accounts, the newest last") { store in
            try await store.addAccount(ada)
            try await store.addAccount(elsewhere)
            let first = try await store.signInForTest(ada)
            let second = try await store.signInForTest(elsewhere, previous: first)
            try require(second.browser.signIns.map(\.account.id) == [ada, elsewhere], "they are not in order")
        },
        Contract("a new run of the browser ends the sign-ins of the old one that are not automatic") { store in
            try await store.addAccount(ada)
            try await store.addAccount(elsewhere)
            let first = try await store.signInForTest(ada, isAutomatic: false)
            let second = try await store.signInForTest(elsewhere, previous: first, run: Token.random().digest)
            try require(second.browser.signIns.map(\.account.id) == [elsewhere], "the old run's sign-in lives on")
        },
        Contract("signing out ends all of the browser's sign-ins and its token") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let next = Token.random().digest
            try await store.signOut(made.token, newToken: next, at: start)
            try require(try await store.browser(made.token) == nil, "the token still works")
            try require(try await store.browser(next)?.signIns.isEmpty == true, "a sign-in lives on")
        },
        Contract("a late use does not revive an ended sign-in") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let next = Token.random().digest
            try await store.signOut(made.token, newToken: next, at: start)
            try await store.recordUse([made.signIn: start.addingTimeInterval(60)])
            try require(try await store.browser(next)?.signIns.isEmpty == true, "it was revived")
        },
        Contract("uses are recorded and never go back") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            try await store.recordUse([made.signIn: start.addingTimeInterval(600)])
            try await store.recordUse([made.signIn: start.addingTimeInterval(60)])
            let seen = try await store.browser(made.token)?.signIns.first?.lastSeen
            try require(seen == start.addingTimeInterval(600), "it is \(String(describing: seen))")
        },
        Contract("disabling an account ends its sign-ins everywhere, and enabling does not bring them back") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            try await store.setDisabled(true, ada, at: start)
            try await require(throwing: AuthError.wrongCredentials) { try await store.signInForTest(ada) }
            try await store.setDisabled(false, ada, at: start)
            try require(try await store.browser(made.token)?.signIns.isEmpty == true, "a sign-in lives on")
        },
        Contract("another password ends all sign-ins of the account") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            try await store.setPasswordHash("new", of: ada, at: start)
            try require(try await store.browser(made.token)?.signIns.isEmpty == true, "a sign-in lives on")
        },
    ]
}
