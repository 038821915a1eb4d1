import Foundation
import PorticoAuth
import PorticoConfig

extension AuthStoreContract {
    static let gateways: [Contract<any AuthStore>] = [
        Contract("the first sign-in at a gateway makes the account, and later ones bring it up to date") { store in
            let first = try await store.signInForTest(elsewhere, gateway: try record("1", "Ada"))
            let account = try await store.account(elsewhere)
            try require(account?.name, is: "Ada")
            try require(account?.employeeNumber?.value, is: "1")
            try require(account?.isAdministrator, is: false)
            try require(try await store.credential(of: elsewhere)?.passwordHash, is: nil)
            _ = try await store.signInForTest(elsewhere, previous: first, gateway: try record("1", "Ada L."))
            try require(try await store.account(elsewhere)?.name, is: "Ada L.")
            try require(try await store.accounts(AccountQuery(text: "ada l")).map(\.id), is: [elsewhere])
        },
        Contract("an employee number that another account of the gateway has is logged when the account is made") {
            store in
            let bobs = AccountID(server: elsewhere.server, user: "bob")
            _ = try await store.signInForTest(elsewhere, gateway: try record("1", "Ada"))
            _ = try await store.signInForTest(bobs, gateway: try record("2", "Bob"))
            try require(try await store.loggedKinds().contains(.employeeNumberShared), is: false)
            let eves = AccountID(server: elsewhere.server, user: "eve")
            for _ in 0..<2 { _ = try await store.signInForTest(eves, gateway: try record("1", "Eve")) }
            let events = try await store.events(SecurityEventQuery(kinds: [.employeeNumberShared]))
            try require(events.map(\.event.account), is: [eves])
            try require(events.map(\.event.detail), is: [elsewhere.name])
        },
        Contract("nothing is kept where a gateway says that an account is another person's") { store in
            let first = try await store.signInForTest(elsewhere, gateway: try record("1", "Ada"))
            try await require(throwing: AuthError.otherPerson) {
                try await store.signInForTest(elsewhere, previous: first, gateway: try record("2", "Bob"))
            }
            try require(try await store.account(elsewhere)?.name, is: "Ada")
            try require(try await store.browser(first.token)?.signIns.map(\.id), is: [first.signIn])
            try await require(throwing: AuthError.otherPerson) {
                try await store.setPerson(try person("2", "Bob"), of: elsewhere)
            }
            try await require(throwing: AuthError.otherPerson) {
                try await store.reauthenticate(
                    Reauthentication(
                        first.signIn, in: first.access, token: Token.random().digest, passwordHash: nil,
                        gateway: try record("2", "Bob"), time: start))
            }
            try require(try await store.gatewayToken(of: first.signIn), is: Data("sealed 1".utf8))
        },
        Contract("an account that was disabled is not signed in to by a gateway either, and is as it was") { store in
            _ = try await store.signInForTest(elsewhere, gateway: try record("1", "Ada"))
            try await store.setDisabled(true, elsewhere, event: nil, at: start)
            try await require(throwing: AuthError.wrongCredentials) {
                try await store.signInForTest(elsewhere, gateway: try record("1", "Ada L."))
            }
            try require(try await store.account(elsewhere)?.name, is: "Ada")
        },
        Contract("what a gateway says of a person is noted where it is new") { store in
            _ = try await store.signInForTest(elsewhere, gateway: try record("1", "Ada"))
            try require(try await store.setPerson(try person("1", "Ada"), of: elsewhere), is: false)
            try require(try await store.setPerson(try person("1", "Countess"), of: elsewhere), is: true)
            try require(try await store.account(elsewhere)?.name, is: "Countess")
            try await require(throwing: AuthError.noSuchAccount) {
                try await store.setPerson(try person("1", "Ada"), of: AccountID(server: elsewhere.server, user: "no"))
            }
        },
        Contract("what a gateway says at a sign-in is known in other browsers too") { store in
            let first = try await store.signInForTest(elsewhere, gateway: try record("1", "Ada"))
            _ = try await store.signInForTest(elsewhere, gateway: try record("1", "Countess"))
            try require(try await store.browser(first.token)?.signIns.map(\.account.name), is: ["Countess"])
        },
    ]

    private static func person(_ number: String, _ name: String) throws -> GatewayPerson {
        guard let number = EmployeeNumber(number) else { throw ContractBroken(description: "\(number) is no number") }
        return GatewayPerson(employeeNumber: number, name: name)
    }

    private static func record(_ number: String, _ name: String) throws -> GatewayRecord {
        GatewayRecord(person: try person(number, name), sealedToken: Data("sealed \(number)".utf8))
    }
}
