import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let gateways: [Contract<any AuthStore>] = [
        Contract("the first sign-in at a gateway creates the account, and later ones update it") { store in
            let first = try await store.signInForTest(elsewhere, gateway: try record("1", "Ada"))
            let account = try await store.account(elsewhere)
            #expect(account?.name == "Ada")
            #expect(account?.employeeNumber?.value == "1")
            #expect(account?.isAdministrator == false)
            #expect(try await store.credential(of: elsewhere)?.passwordHash == nil)
            _ = try await store.signInForTest(elsewhere, previous: first, gateway: try record("1", "Ada L."))
            #expect(try await store.account(elsewhere)?.name == "Ada L.")
            #expect(try await store.accounts(AccountQuery(text: "ada l")).map(\.id) == [elsewhere])
        },
        Contract("an employee number that another account of the gateway has is logged with the new account") {
            store in
            let bobs = AccountID(server: elsewhere.server, user: "bob")
            _ = try await store.signInForTest(elsewhere, gateway: try record("1", "Ada"))
            _ = try await store.signInForTest(bobs, gateway: try record("2", "Bob"))
            #expect(try await store.loggedKinds().contains(.employeeNumberShared) == false)
            let eves = AccountID(server: elsewhere.server, user: "eve")
            for _ in 0..<2 { _ = try await store.signInForTest(eves, gateway: try record("1", "Eve")) }
            let events = try await store.events(SecurityEventQuery(kinds: [.employeeNumberShared]))
            #expect(events.map(\.event.account) == [eves])
            #expect(events.map(\.event.detail) == [elsewhere.name])
        },
        Contract("nothing is stored if a gateway reports another person's account") { store in
            let first = try await store.signInForTest(elsewhere, gateway: try record("1", "Ada"))
            await #expect(throws: AuthError.otherPerson) {
                try await store.signInForTest(elsewhere, previous: first, gateway: try record("2", "Bob"))
            }
            #expect(try await store.account(elsewhere)?.name == "Ada")
            #expect(try await store.browser(first.token)?.signIns.map(\.id) == [first.signIn])
            await #expect(throws: AuthError.otherPerson) {
                try await store.setPerson(try person("2", "Bob"), of: elsewhere)
            }
            await #expect(throws: AuthError.otherPerson) {
                try await store.reauthenticate(
                    Reauthentication(
                        first.signIn, in: first.access, token: Token.random().digest, passwordHash: nil,
                        gateway: try record("2", "Bob"), time: start))
            }
            #expect(try await store.gatewayToken(of: first.signIn) == Data("sealed 1".utf8))
        },
        Contract("a disabled account cannot be signed in to by a gateway either, and does not change") { store in
            _ = try await store.signInForTest(elsewhere, gateway: try record("1", "Ada"))
            try await store.setDisabled(true, elsewhere, event: nil, at: start)
            await #expect(throws: AuthError.wrongCredentials) {
                try await store.signInForTest(elsewhere, gateway: try record("1", "Ada L."))
            }
            #expect(try await store.account(elsewhere)?.name == "Ada")
        },
        Contract("data of a gateway about a person is stored if it is new") { store in
            _ = try await store.signInForTest(elsewhere, gateway: try record("1", "Ada"))
            #expect(try await store.setPerson(try person("1", "Ada"), of: elsewhere) == false)
            #expect(try await store.setPerson(try person("1", "Countess"), of: elsewhere) == true)
            #expect(try await store.account(elsewhere)?.name == "Countess")
            await #expect(throws: AuthError.noSuchAccount) {
                try await store.setPerson(try person("1", "Ada"), of: AccountID(server: elsewhere.server, user: "no"))
            }
        },
        Contract("data of a gateway at a sign-in is in other browsers too") { store in
            let first = try await store.signInForTest(elsewhere, gateway: try record("1", "Ada"))
            _ = try await store.signInForTest(elsewhere, gateway: try record("1", "Countess"))
            #expect(try await store.browser(first.token)?.signIns.map(\.account.name) == ["Countess"])
        },
    ]

    private static func person(_ number: String, _ name: String) throws -> GatewayPerson {
        let number = try #require(EmployeeNumber(number))
        return GatewayPerson(employeeNumber: number, name: name)
    }

    private static func record(_ number: String, _ name: String) throws -> GatewayRecord {
        GatewayRecord(person: try person(number, name), sealedToken: Data("sealed \(number)".utf8))
    }
}
