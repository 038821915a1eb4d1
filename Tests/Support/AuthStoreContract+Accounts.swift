import Foundation
import PorticoAuth
import PorticoConfig

extension AuthStoreContract {
    static let accounts: [Contract<any AuthStore>] = [
        Contract("a new store has no accounts") { store in
            try require(try await !store.hasLocalAccounts(), "it says it has accounts")
            try require(try await store.accounts().isEmpty, "it lists accounts")
        },
        Contract("that there are accounts is known from the first to the last") { store in
            try require(try await store.hasLocalAccounts(), is: false)
            try await store.addAccount(ada)
            try require(try await store.hasLocalAccounts(), is: true)
            try await store.delete(ada, event: nil, at: start)
            try require(try await store.hasLocalAccounts(), is: false)
        },
        Contract("an account is found by server and user, and by nothing else") { store in
            try await store.addAccount(ada)
            try require(try await store.account(ada)?.name == "Ada", "it is not found")
            try require(try await store.account(elsewhere) == nil, "another server's user is found")
        },
        Contract("the same user name on two servers is two accounts") { store in
            try await store.addAccount(ada)
            try await store.addAccount(elsewhere)
            try await store.setDisabled(true, elsewhere, event: nil, at: start)
            try require(try await store.accounts().map(\.id), is: [ada, elsewhere])
            try require(try await store.account(ada)?.isDisabled == false, "one was changed with the other")
        },
        Contract("an account is kept as it was added, with its address as it was typed") { store in
            let account = Account(
                id: ada, name: "Ada\nLovelace ✨", email: try address("Ada@Door.example"), isAdministrator: true,
                isDisabled: true, createdAt: start)
            try await store.add(AccountAddition(account, passwordHash: nil))
            try require(try await store.account(ada), is: account)
            try require(try await store.account(ada)?.email?.value, is: "Ada@Door.example")
            let found = try await store.credential(of: ada)
            try require(found?.passwordHash, is: nil)
        },
        Contract("an account is not added twice") { store in
            try await store.addAccount(ada)
            try await require(throwing: AuthError.accountExists) { try await store.addAccount(ada) }
        },
        Contract("accounts of gateways do not count as the first") { store in
            try await store.addAccount(elsewhere)
            try require(try await store.hasLocalAccounts(), is: false)
            try await store.addAccount(ada, mustBeFirst: true)
            try require(try await store.hasLocalAccounts(), is: true)
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
            try require(winners, is: 1)
        },
        Contract("an account is found by its address on its server, without case") { store in
            try await store.addAccount(ada, email: "Ada@Door.example")
            try require(try await store.account(email: address("aDA@door.EXAMPLE"), on: .local)?.id, is: ada)
            try require(try await store.account(email: address("ada@door.example"), on: elsewhere.server), is: nil)
            try require(try await store.account(email: address("ada@door.examples"), on: .local), is: nil)
        },
        Contract("an address is one account's on a server, whatever its case; on another it may be another's") {
            store in
            try await store.addAccount(ada, email: "ada@door.example")
            try await require(throwing: AuthError.emailTaken) {
                try await store.addAccount(bob, email: "ADA@door.example")
            }
            try require(try await store.account(bob), is: nil)
            try await store.addAccount(elsewhere, email: "ada@door.example")
        },
        Contract("that the account is there already is told before that its address is taken") { store in
            try await store.addAccount(ada, email: "ada@door.example")
            try await require(throwing: AuthError.accountExists) {
                try await store.addAccount(ada, email: "ada@door.example")
            }
        },
        Contract("any number of accounts have no address") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            try require(try await store.accounts().count, is: 3)
        },
        Contract("what is added is logged, and what is not is not") { store in
            try await store.addAccount(ada, event: event(.registered))
            try? await store.addAccount(ada, event: event(.invited))
            try require(try await store.loggedKinds(), is: [.registered])
        },
        Contract("the mail to somebody who is added is queued with the account, or not at all") { store in
            let mail = MailJob(to: try address("ada@door.example"), .welcome(ada))
            try await store.addAccount(ada, email: "ada@door.example", mail: mail)
            try? await store.addAccount(ada, mail: mail)
            try require(try await store.claimedMails(at: start).map(\.mail), is: [mail])
        },
        Contract("the link that allows an account is used up with it", steps: linkOfAccount),
        Contract("and so are all others that were sent to that address to make one, whatever its case") { store in
            let link = try await store.addLink(.registration)
            let same = [
                try await store.addLink(.invitation, to: "ADA@door.example"), try await store.addLink(.registration),
            ]
            let other = try await store.addLink(.registration, to: "bob@door.example")
            try await store.addAccount(ada, email: "ada@door.example", link: link)
            for link in same {
                try await require(throwing: LinkProblem.used) { try await store.link(link, at: start) }
            }
            _ = try await store.link(other, at: start)
        },
        Contract("a link makes no account where it is for something else, or for an account that there is") { store in
            try await store.addAccount(bob)
            let others: [OneTimeLink.Purpose] = [.passwordReset, .emailChange, .endSignIn]
            for purpose in others {
                let link = try await store.addLink(purpose)
                try await require(throwing: LinkProblem.unknown) { try await store.addAccount(ada, link: link) }
            }
            let link = try await store.addLink(.invitation, of: bob)
            try await require(throwing: LinkProblem.unknown) { try await store.addAccount(ada, link: link) }
            _ = try await store.link(link, at: start)
        },
        Contract("an account that cannot be added leaves its link as it was") { store in
            try await store.addAccount(ada, email: "ada@door.example")
            let link = try await store.addLink(.registration)
            try await require(throwing: AuthError.emailTaken) {
                try await store.addAccount(bob, email: "ada@door.example", link: link)
            }
            try await require(throwing: AuthError.accountExists) { try await store.addAccount(ada, link: link) }
            try await store.addAccount(bob, link: link)
        },
    ]

    private static func linkOfAccount(_ store: any AuthStore) async throws {
        for (purpose, id) in [(OneTimeLink.Purpose.registration, ada), (.invitation, bob)] {
            let link = try await store.addLink(purpose)
            try await store.addAccount(id, link: link)
            try await require(throwing: LinkProblem.used) { try await store.link(link, at: start) }
            try await require(throwing: LinkProblem.used) { try await store.addAccount(elsewhere, link: link) }
        }
        try require(try await store.account(elsewhere), is: nil)
        try await require(throwing: LinkProblem.unknown) {
            try await store.addAccount(elsewhere, link: Token.random().digest)
        }
    }
}
