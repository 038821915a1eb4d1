import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let email: [Contract<any AuthStore>] = [
        Contract("the address that a link was sent to becomes the account's, in browsers too") { store in
            try await store.addAccount(ada, email: "old@door.example")
            let made = try await store.signInForTest(ada)
            let link = try await store.addLink(.emailChange, of: ada, to: "New@door.example")
            let changed = try await store.setEmail(using: link, event: event(.emailChanged), at: start)
            #expect(changed.email?.value == "New@door.example")
            #expect(try await store.account(ada) == changed)
            #expect(try await store.browser(made.token)?.signIns.first?.account == changed)
            let told = try await store.mails(limit: 9).map(\.mail)
            #expect(told == [MailJob(to: try address("old@door.example"), .emailChanged(ada, start))])
            #expect(try await store.account(email: address("new@door.example"), on: .local)?.id == ada)
            #expect(try await store.account(email: address("old@door.example"), on: .local) == nil)
            #expect(try await store.loggedKinds() == [.emailChanged])
        },
        Contract("a confirmed address uses its link and the account's other ones for this purpose") { store in
            for id in [ada, bob] { try await store.addAccount(id) }
            let links = [
                try await store.addLink(.emailChange, of: ada, to: "new@door.example"),
                try await store.addLink(.emailChange, of: ada, to: "other@door.example"),
            ]
            let bobs = try await store.addLink(.emailChange, of: bob, to: "bob@door.example")
            _ = try await store.setEmail(using: links[0], event: nil, at: start)
            #expect(try await store.mails(limit: 9).map(\.mail) == [])
            for link in links {
                await #expect(throws: LinkProblem.used) {
                    try await store.setEmail(using: link, event: nil, at: start)
                }
            }
            _ = try await store.setEmail(using: bobs, event: nil, at: start)
        },
        Contract("confirming an address again uses the other links too") { store in
            try await store.addAccount(ada, email: "ada@door.example")
            let links = [
                try await store.addLink(.emailChange, of: ada),
                try await store.addLink(.emailChange, of: ada, to: "other@door.example"),
            ]
            _ = try await store.setEmail(using: links[0], event: nil, at: start)
            for link in links {
                await #expect(throws: LinkProblem.used) { try await store.link(link, at: start) }
            }
        },
        Contract("an address that another account has got is refused, and the link is unchanged") { store in
            try await store.addAccount(ada)
            let link = try await store.addLink(.emailChange, of: ada, to: "shared@door.example")
            try await store.addAccount(bob, email: "Shared@door.example")
            await #expect(throws: AuthError.emailTaken) {
                try await store.setEmail(using: link, event: event(.emailChanged), at: start)
            }
            #expect(try await store.loggedKinds() == [])
            try await store.setEmail(nil, of: bob, event: nil, at: start)
            let changed = try await store.setEmail(using: link, event: nil, at: start)
            #expect(try changed.email == address("shared@door.example"))
        },
        Contract("if two accounts confirm one address, one gets it, and the other's link is unchanged", steps: race),
        Contract("a link that does not work confirms no address", steps: brokenConfirmations),
        Contract("administrators give an account an address, or remove it") { store in
            try await store.addAccount(ada)
            try await store.addAccount(bob, email: "bob@door.example")
            await #expect(throws: AuthError.emailTaken) {
                try await store.setEmail(address("BOB@door.example"), of: ada, event: event(.emailChanged), at: start)
            }
            try await store.setEmail(address("Bob@Door.example"), of: bob, event: nil, at: start)
            #expect(try await store.account(bob)?.email?.value == "Bob@Door.example")
            let made = try await store.signInForTest(bob)
            try await store.setEmail(nil, of: bob, event: event(.emailChanged), at: start)
            #expect(try await store.account(bob)?.email == nil)
            #expect(try await store.browser(made.token)?.signIns.map(\.account.email) == [nil])
            try await store.setEmail(address("BOB@door.example"), of: ada, event: event(.emailChanged), at: start)
            #expect(try await store.loggedKinds() == [.emailChanged, .emailChanged])
        },
        Contract("with another address, earlier links set no password and no address") { store in
            try await store.addAccount(ada, email: "old@door.example")
            let purposes: [OneTimeLink.Purpose] = [.passwordReset, .invitation, .emailChange]
            var links: [TokenDigest] = []
            for purpose in purposes { links.append(try await store.addLink(purpose, of: ada)) }
            let ending = try await store.addLink(.endSignIn, of: ada)
            try await store.setEmail(address("OLD@door.example"), of: ada, event: nil, at: start)
            for link in links { _ = try await store.link(link, at: start) }
            try await store.setEmail(address("new@door.example"), of: ada, event: nil, at: start)
            for link in links {
                await #expect(throws: LinkProblem.used) { try await store.link(link, at: start) }
            }
            _ = try await store.link(ending, at: start)
        },
    ]

    private static func race(_ store: any AuthStore) async throws {
        for id in [ada, bob] { try await store.addAccount(id) }
        let links = [
            try await store.addLink(.emailChange, of: ada, to: "shared@door.example"),
            try await store.addLink(.emailChange, of: bob, to: "shared@door.example"),
        ]
        let outcomes = await withTaskGroup(of: (Int, AuthError?).self) { group in
            for (number, link) in links.enumerated() {
                group.addTask {
                    do {
                        _ = try await store.setEmail(using: link, event: nil, at: start)
                        return (number, nil)
                    } catch { return (number, error as? AuthError) }
                }
            }
            return await group.reduce(into: [AuthError?](repeating: nil, count: 2)) { $0[$1.0] = $1.1 }
        }
        let loser = outcomes[0] == nil ? 1 : 0
        #expect(outcomes[1 - loser] == nil)
        #expect(outcomes[loser] == .emailTaken)
        _ = try await store.link(links[loser], at: start)
        await #expect(throws: LinkProblem.used) { try await store.link(links[1 - loser], at: start) }
    }

    private static func brokenConfirmations(_ store: any AuthStore) async throws {
        try await store.addAccount(ada)
        func confirm(_ link: TokenDigest, after seconds: TimeInterval = 0) async throws -> Account {
            try await store.setEmail(using: link, event: nil, at: start.addingTimeInterval(seconds))
        }
        let late = try await store.addLink(.emailChange, of: ada)
        await #expect(throws: LinkProblem.expired) { try await confirm(late, after: 3600) }
        let purposes: [OneTimeLink.Purpose] = [.registration, .invitation, .passwordReset, .endSignIn]
        var unknown = [Token.random().digest, try await store.addLink(.emailChange)]
        for purpose in purposes { unknown.append(try await store.addLink(purpose, of: ada)) }
        for link in unknown { await #expect(throws: LinkProblem.unknown) { try await confirm(link) } }
        let nobodys = try await store.addLink(.emailChange, of: bob)
        await #expect(throws: AuthError.noSuchAccount) { try await confirm(nobodys) }
        #expect(try await store.account(ada)?.email == nil)
    }
}
