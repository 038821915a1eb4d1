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
                query.position = listed.last?.last.map { AccountQuery.Position.after(AccountPlace(.userName, id: $0)) }
            } while listed.last?.isEmpty == false && listed.count < 10
            #expect(listed.map(\.count) == [3, 3, 2, 0])
            #expect(listed.flatMap { $0 } == ids)
        },
        Contract("a list continues after a deleted account") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            try await store.delete(ada, event: nil, at: start)
            let query = AccountQuery(position: .after(AccountPlace(.userName, id: ada)))
            #expect(try await store.accounts(query).map(\.id) == [bob])
            #expect(try await store.accounts(AccountQuery(limit: 0)) == [])
        },
    ]

    static let orders: [Contract<any AuthStore>] = [
        Contract("people are ordered by name without case and accents, those without a name by user name") { store in
            let names = [
                ("u1", "zoë"), ("u2", "Émile"), ("u3", "ella"), ("u4", "Emma"), ("u5", "Łukasz"), ("u6", "Мария"),
                ("mia", ""),
            ]
            for (user, name) in names.shuffled() { try await store.addAccount(local(user), name: name) }
            let query = AccountQuery(order: AccountOrder(.name))
            let order = ["u3", "u2", "u4", "u5", "mia", "u1", "u6"]
            #expect(try await store.accounts(query).map(\.id.user) == order)
            let backwards = AccountQuery(order: AccountOrder(.name, isDescending: true))
            #expect(try await store.accounts(backwards).map(\.id.user) == order.reversed())
        },
        Contract("people of one name are ordered by user name and server, and the pages leave out and repeat none") {
            store in
            let ids = (0..<7).map { local("user\($0)") } + [elsewhere]
            for id in ids.shuffled() { try await store.addAccount(id, name: "Ada") }
            for key in AccountOrder.Key.allCases {
                for isDescending in [false, true] {
                    var query = AccountQuery(order: AccountOrder(key, isDescending: isDescending), limit: .max)
                    let all = try await store.accounts(query).map(\.id)
                    #expect(Set(all) == Set(ids))
                    query.limit = 3
                    #expect(try await pages(query, of: store) == all)
                    let last = try #require(try await store.account(all[7]))
                    query.position = .before(AccountPlace(of: last, by: key))
                    let before = try await store.accounts(query).map(\.id)
                    #expect(before == Array(all[4..<7]), "\(query.order)")
                }
            }
        },
        Contract("a renamed person moves in the order, and the place of the old name remains") { store in
            for (id, name) in [(ada, "Ada"), (bob, "Bob"), (elsewhere, "Zoe")] {
                try await store.addAccount(id, name: name)
            }
            let place = AccountPlace(of: try #require(try await store.account(ada)), by: .name)
            try await store.setDetails(
                name: "Yan", email: nil, shown: nil, of: ada,
                event: { SecurityEvent($0, account: ada, client: Client(), time: start) }, at: start)
            var query = AccountQuery(order: AccountOrder(.name))
            #expect(try await store.accounts(query).map(\.id) == [bob, ada, elsewhere])
            query.position = .after(place)
            #expect(try await store.accounts(query).map(\.id) == [bob, ada, elsewhere])
        },
        Contract("people are filtered by role, state, address and server, and counted up to a limit") { store in
            try await store.addAccount(ada, email: "ada@door.example", isAdministrator: true)
            try await store.addAccount(bob)
            try await store.addAccount(elsewhere)
            try await store.setDisabled(true, bob, event: nil, at: start)
            let filters: [(AccountQuery, [AccountID])] = [
                (AccountQuery(), [ada, bob, elsewhere]), (AccountQuery(isAdministrator: true), [ada]),
                (AccountQuery(isAdministrator: false), [bob, elsewhere]), (AccountQuery(isDisabled: true), [bob]),
                (AccountQuery(isDisabled: false), [ada, elsewhere]), (AccountQuery(hasEmail: true), [ada]),
                (AccountQuery(hasEmail: false), [bob, elsewhere]), (AccountQuery(server: .local), [ada, bob]),
                (AccountQuery(text: "ada", isDisabled: false, server: elsewhere.server), [elsewhere]),
                (AccountQuery(text: "bob", isAdministrator: true), []),
            ]
            for (query, ids) in filters {
                #expect(try await store.accounts(query).map(\.id) == ids, "\(query)")
                #expect(try await store.accountCount(query) == ids.count, "\(query)")
            }
            #expect(try await store.accountCount(AccountQuery(limit: 2)) == 2)
        },
    ]

    private static func local(_ user: String) -> AccountID { AccountID(server: .local, user: user) }

    /// The accounts of all pages, each after the one before.
    private static func pages(
        _ query: AccountQuery, of store: any AuthStore
    ) async throws -> [AccountID] {
        var (query, listed) = (query, [AccountID]())
        while true {
            let page = try await store.accounts(query)
            guard let last = page.last else { return listed }
            listed += page.map(\.id)
            query.position = .after(AccountPlace(of: last, by: query.order.key))
        }
    }

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
