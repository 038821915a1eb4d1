import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let search: [Contract<any AuthStore>] = [
        Contract("a search finds what user name, name or address contain, without case") { store in
            try await store.addAccount(ada, name: "Augusta King", email: "countess@door.example")
            try await store.addAccount(bob, name: "École Straße")
            for text in ["", "AD", "gusta k", "COUNTESS@d"] {
                #expect(try await store.accounts(AccountQuery(text: text)).first?.id == ada)
            }
            for text in ["bob", "école", "ÉCOLE", "E\u{301}cole", "strasse", "STRAẞE"] {
                #expect(try await store.accounts(AccountQuery(text: text)).map(\.id) == [bob])
            }
            for text in ["ecole", "adaaugusta", "kingcountess", "augusta  king"] {
                #expect(try await store.accounts(AccountQuery(text: text)).map(\.id) == [])
            }
        },
        Contract("a search finds an account of another server by its whole name") { store in
            for id in [ada, elsewhere] { try await store.addAccount(id) }
            try await store.addAccount(bob, name: "Bob")
            for text in ["works:ada", "WORKS:", "ks:a"] {
                #expect(try await store.accounts(AccountQuery(text: text)).map(\.id) == [elsewhere])
            }
            #expect(try await store.accounts(AccountQuery(text: "ada")).map(\.id) == [ada, elsewhere])
            for text in ["local:ada", "local:", "works:bob"] {
                #expect(try await store.accounts(AccountQuery(text: text)) == [])
            }
        },
        Contract("a search has no special characters") { store in
            try await store.addAccount(ada, name: "100% [a]*_\\'\"")
            try await store.addAccount(bob, name: "100 a")
            for text in ["%", "_", "*", "[a]", "\\", "'", "\"", "100%"] {
                #expect(try await store.accounts(AccountQuery(text: text)).map(\.id) == [ada])
            }
        },
        Contract("a search finds a changed address, and the old one no more") { store in
            try await store.addAccount(ada, email: "old@door.example")
            try await store.setEmail(address("new@door.example"), of: ada, event: nil, at: start)
            #expect(try await store.accounts(AccountQuery(text: "old")) == [])
            #expect(try await store.accounts(AccountQuery(text: "new")).map(\.id) == [ada])
        },
        Contract("accounts are listed page by page, by server and user, none twice") { store in
            let ids = (0..<7).map { AccountID(server: .local, user: "user\($0)") } + [elsewhere]
            for id in ids.shuffled() { try await store.addAccount(id) }
            var listed: [[AccountID]] = []
            var query = AccountQuery(limit: 3)
            repeat {
                listed.append(try await store.accounts(query).map(\.id))
                query.after = listed.last?.last
            } while listed.last?.isEmpty == false && listed.count < 10
            #expect(listed.map(\.count) == [3, 3, 2, 0])
            #expect(listed.flatMap { $0 } == ids)
        },
        Contract("a list continues after a deleted account") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            try await store.delete(ada, event: nil, at: start)
            #expect(try await store.accounts(AccountQuery(after: ada)).map(\.id) == [bob])
            #expect(try await store.accounts(AccountQuery(limit: 0)) == [])
        },
    ]

    static let many: [Contract<any AuthStore>] = [
        Contract("many accounts are added at once, each with its event") { store in
            #expect(try await store.hasLocalAccounts() == false)
            try await store.add([addition(ada), addition(bob), addition(elsewhere)])
            #expect(try await store.hasLocalAccounts() == true)
            #expect(try await store.accounts().map(\.id) == [ada, bob, elsewhere])
            #expect(try await store.loggedKinds() == [.imported, .imported, .imported])
        },
        Contract("if one of many accounts cannot be added, none is, and that one is named") { store in
            try await store.addAccount(bob, email: "bob@door.example")
            let taken = [addition(ada), addition(elsewhere, email: "ada@door.example"), addition(bob)]
            await #expect(throws: AccountConflict(index: 2, error: .accountExists)) {
                try await store.add(taken)
            }
            let address = [addition(elsewhere), addition(ada, email: "bob@door.example")]
            await #expect(throws: AccountConflict(index: 1, error: .emailTaken)) { try await store.add(address) }
            #expect(try await store.accounts().map(\.id) == [bob])
            #expect(try await store.loggedKinds() == [])
        },
        Contract("accounts that are added together must not conflict with each other either") { store in
            let twice = [addition(ada, email: "a@door.example"), addition(bob, email: "A@door.example")]
            await #expect(throws: AccountConflict(index: 1, error: .emailTaken)) { try await store.add(twice) }
            await #expect(throws: AccountConflict(index: 2, error: .accountExists)) {
                try await store.add([addition(ada), addition(bob), addition(ada)])
            }
            let hasAccounts = try await store.hasLocalAccounts()
            #expect(!hasAccounts)
        },
        Contract("adding no accounts adds none") { store in
            try await store.add([AccountAddition]())
            #expect(try await store.hasLocalAccounts() == false)
        },
    ]

    private static func addition(_ id: AccountID, email: String? = nil) -> AccountAddition {
        let account = Account(
            id: id, name: "Ada", email: email.flatMap(EmailAddress.init), isAdministrator: false, createdAt: start)
        return AccountAddition(account, passwordHash: nil, event: event(.imported))
    }
}
