import Foundation
import PorticoAuth
import PorticoConfig

extension AuthStoreContract {
    static let search: [Contract<any AuthStore>] = [
        Contract("a search finds what user name, name or address contain, without case") { store in
            try await store.addAccount(ada, name: "Augusta King", email: "countess@door.example")
            try await store.addAccount(bob, name: "École Straße")
            for text in ["", "AD", "gusta k", "COUNTESS@d"] {
                try require(try await store.accounts(AccountQuery(text: text)).first?.id, is: ada)
            }
            for text in ["bob", "école", "ÉCOLE", "E\u{301}cole", "strasse", "STRAẞE"] {
                try require(try await store.accounts(AccountQuery(text: text)).map(\.id), is: [bob])
            }
            for text in ["ecole", "adaaugusta", "kingcountess", "augusta  king"] {
                try require(try await store.accounts(AccountQuery(text: text)).map(\.id), is: [])
            }
        },
        Contract("a search finds an account of another server by its whole name") { store in
            for id in [ada, elsewhere] { try await store.addAccount(id) }
            try await store.addAccount(bob, name: "Bob")
            for text in ["works:ada", "WORKS:", "ks:a"] {
                try require(try await store.accounts(AccountQuery(text: text)).map(\.id), is: [elsewhere])
            }
            try require(try await store.accounts(AccountQuery(text: "ada")).map(\.id), is: [ada, elsewhere])
            for text in ["local:ada", "local:", "works:bob"] {
                try require(try await store.accounts(AccountQuery(text: text)), is: [])
            }
        },
        Contract("a search takes every character for itself") { store in
            try await store.addAccount(ada, name: "100% [a]*_\\'\"")
            try await store.addAccount(bob, name: "100 a")
            for text in ["%", "_", "*", "[a]", "\\", "'", "\"", "100%"] {
                try require(try await store.accounts(AccountQuery(text: text)).map(\.id), is: [ada])
            }
        },
        Contract("a search finds an address once it is another one, and the old one no more") { store in
            try await store.addAccount(ada, email: "old@door.example")
            try await store.setEmail(address("new@door.example"), of: ada, event: nil, at: start)
            try require(try await store.accounts(AccountQuery(text: "old")), is: [])
            try require(try await store.accounts(AccountQuery(text: "new")).map(\.id), is: [ada])
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
            try require(listed.map(\.count), is: [3, 3, 2, 0])
            try require(listed.flatMap { $0 }, is: ids)
        },
        Contract("a list goes on after an account that is gone") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            try await store.delete(ada, event: nil, at: start)
            try require(try await store.accounts(AccountQuery(after: ada)).map(\.id), is: [bob])
            try require(try await store.accounts(AccountQuery(limit: 0)), is: [])
        },
    ]

    static let many: [Contract<any AuthStore>] = [
        Contract("many accounts are added at once, each with its event") { store in
            try require(try await store.hasLocalAccounts(), is: false)
            try await store.add([addition(ada), addition(bob), addition(elsewhere)])
            try require(try await store.hasLocalAccounts(), is: true)
            try require(try await store.accounts().map(\.id), is: [ada, bob, elsewhere])
            try require(try await store.loggedKinds(), is: [.imported, .imported, .imported])
        },
        Contract("of many accounts none is added where one cannot be, and it is named") { store in
            try await store.addAccount(bob, email: "bob@door.example")
            let taken = [addition(ada), addition(elsewhere, email: "ada@door.example"), addition(bob)]
            try await require(throwing: AccountConflict(index: 2, error: .accountExists)) {
                try await store.add(taken)
            }
            let address = [addition(elsewhere), addition(ada, email: "bob@door.example")]
            try await require(throwing: AccountConflict(index: 1, error: .emailTaken)) { try await store.add(address) }
            try require(try await store.accounts().map(\.id), is: [bob])
            try require(try await store.loggedKinds(), is: [])
        },
        Contract("many accounts may not be in each other's way either") { store in
            let twice = [addition(ada, email: "a@door.example"), addition(bob, email: "A@door.example")]
            try await require(throwing: AccountConflict(index: 1, error: .emailTaken)) { try await store.add(twice) }
            try await require(throwing: AccountConflict(index: 2, error: .accountExists)) {
                try await store.add([addition(ada), addition(bob), addition(ada)])
            }
            try require(try await store.hasLocalAccounts(), is: false)
        },
        Contract("none of none is added") { store in
            try await store.add([AccountAddition]())
            try require(try await store.hasLocalAccounts(), is: false)
        },
    ]

    private static func addition(_ id: AccountID, email: String? = nil) -> AccountAddition {
        let account = Account(
            id: id, name: "Ada", email: email.flatMap(EmailAddress.init), isAdministrator: false, createdAt: start)
        return AccountAddition(account, passwordHash: nil, event: event(.imported))
    }
}
