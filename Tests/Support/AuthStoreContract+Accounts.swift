import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let accounts: [Contract<any AuthStore>] = [
        Contract("a new store has no accounts") { store in
            let (hasAccounts, listed) = try await (store.hasLocalAccounts(), store.accounts())
            #expect(!hasAccounts)
            #expect(listed.isEmpty)
        },
        Contract("accounts exist from the first to the last") { store in
            #expect(try await store.hasLocalAccounts() == false)
            try await store.addAccount(ada)
            #expect(try await store.hasLocalAccounts() == true)
            try await store.delete(ada, event: nil, at: start)
            #expect(try await store.hasLocalAccounts() == false)
        },
        Contract("an account is found by server and user only") { store in
            try await store.addAccount(ada)
            #expect(try await store.account(ada)?.name == "Ada", "the account is not found")
            #expect(try await store.account(elsewhere) == nil, "the user of another server is found")
        },
        Contract("the same user name on two servers is two accounts") { store in
            try await store.addAccount(ada)
            try await store.addAccount(elsewhere)
            try await store.setDisabled(true, elsewhere, event: nil, at: start)
            #expect(try await store.accounts().map(\.id) == [ada, elsewhere])
            #expect(try await store.account(ada)?.isDisabled == false, "both have changed")
        },
        Contract("an account is stored as it was added, with its address as typed") { store in
            let account = Account(
                id: ada, name: "Ada\nLovelace ✨", email: try address("Ada@Door.example"), isAdministrator: true,
                isDisabled: true, createdAt: start)
            try await store.add(AccountAddition(account, passwordHash: nil))
            #expect(try await store.account(ada) == account)
            #expect(try await store.account(ada)?.email?.value == "Ada@Door.example")
            let found = try await store.credential(of: ada)
            #expect(found?.passwordHash == nil)
        },
        Contract("an account is not added twice") { store in
            try await store.addAccount(ada)
            await #expect(throws: AuthError.accountExists) { try await store.addAccount(ada) }
        },
        Contract("accounts of gateways do not count as the first") { store in
            try await store.addAccount(elsewhere)
            #expect(try await store.hasLocalAccounts() == false)
            try await store.addAccount(ada, mustBeFirst: true)
            #expect(try await store.hasLocalAccounts() == true)
        },
        Contract("there is only one first account") { store in
            try await store.addAccount(ada, mustBeFirst: true)
            await #expect(throws: AuthError.setupClosed) {
                try await store.addAccount(elsewhere, mustBeFirst: true)
            }
        },
        Contract("of many that race to be first, one succeeds") { store in
            let winners = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    let id = AccountID(server: .local, user: "user\(number)")
                    group.addTask { (try? await store.addAccount(id, mustBeFirst: true)) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(winners == 1)
        },
        Contract("an account is found by its address on its server, without case") { store in
            try await store.addAccount(ada, email: "Ada@Door.example")
            #expect(try await store.account(email: address("aDA@door.EXAMPLE"), on: .local)?.id == ada)
            #expect(try await store.account(email: address("ada@door.example"), on: elsewhere.server) == nil)
            #expect(try await store.account(email: address("ada@door.examples"), on: .local) == nil)
        },
        Contract("an address belongs to one account on a server, in any case; elsewhere it may be another's") {
            store in
            try await store.addAccount(ada, email: "ada@door.example")
            await #expect(throws: AuthError.emailTaken) {
                try await store.addAccount(bob, email: "ADA@door.example")
            }
            #expect(try await store.account(bob) == nil)
            try await store.addAccount(elsewhere, email: "ada@door.example")
        },
        Contract("an existing account is reported before a taken address") { store in
            try await store.addAccount(ada, email: "ada@door.example")
            await #expect(throws: AuthError.accountExists) {
                try await store.addAccount(ada, email: "ada@door.example")
            }
        },
        Contract("any number of accounts have no address") { store in
            for id in [ada, bob, elsewhere] { try await store.addAccount(id) }
            #expect(try await store.accounts().count == 3)
        },
        Contract("an added account is logged, and a refused one is not") { store in
            try await store.addAccount(ada, event: event(.registered))
            try? await store.addAccount(ada, event: event(.invited))
            #expect(try await store.loggedKinds() == [.registered])
        },
        Contract("the mail to an added person is queued with the account, or not at all") { store in
            let mail = MailJob(to: try address("ada@door.example"), .welcome(ada))
            try await store.addAccount(ada, email: "ada@door.example", mail: mail)
            try? await store.addAccount(ada, mail: mail)
            #expect(try await store.claimedMails(at: start).map(\.mail) == [mail])
        },
        Contract("the link that allows an account is used with it", steps: linkOfAccount),
        Contract("and so are all others to that address for an account, in any case") { store in
            let link = try await store.addLink(.registration)
            let same = [
                try await store.addLink(.invitation, to: "ADA@door.example"), try await store.addLink(.registration),
            ]
            let other = try await store.addLink(.registration, to: "bob@door.example")
            try await store.addAccount(ada, email: "ada@door.example", link: link)
            for link in same {
                await #expect(throws: LinkProblem.used) { try await store.link(link, at: start) }
            }
            _ = try await store.link(other, at: start)
        },
        Contract("a link for another purpose, or for an existing account, creates no account") { store in
            try await store.addAccount(bob)
            let others: [OneTimeLink.Purpose] = [.passwordReset, .emailChange, .endSignIn]
            for purpose in others {
                let link = try await store.addLink(purpose)
                await #expect(throws: LinkProblem.unknown) { try await store.addAccount(ada, link: link) }
            }
            let link = try await store.addLink(.invitation, of: bob)
            await #expect(throws: LinkProblem.unknown) { try await store.addAccount(ada, link: link) }
            _ = try await store.link(link, at: start)
        },
        Contract("an account that cannot be added leaves its link unchanged") { store in
            try await store.addAccount(ada, email: "ada@door.example")
            let link = try await store.addLink(.registration)
            await #expect(throws: AuthError.emailTaken) {
                try await store.addAccount(bob, email: "ada@door.example", link: link)
            }
            await #expect(throws: AuthError.accountExists) { try await store.addAccount(ada, link: link) }
            try await store.addAccount(bob, link: link)
        },
    ]

    private static func linkOfAccount(_ store: any AuthStore) async throws {
        for (purpose, id) in [(OneTimeLink.Purpose.registration, ada), (.invitation, bob)] {
            let link = try await store.addLink(purpose)
            try await store.addAccount(id, link: link)
            await #expect(throws: LinkProblem.used) { try await store.link(link, at: start) }
            await #expect(throws: LinkProblem.used) { try await store.addAccount(elsewhere, link: link) }
        }
        #expect(try await store.account(elsewhere) == nil)
        await #expect(throws: LinkProblem.unknown) {
            try await store.addAccount(elsewhere, link: Token.random().digest)
        }
    }
}
