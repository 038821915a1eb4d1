import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let gatewayTokens: [Contract<any AuthStore>] = [
        Contract("a sign-in has its token until it ends") { store in
            let made = try await store.signIn("1")
            #expect(try await store.gatewayToken(of: made.signIn) == Data("1".utf8))
            #expect(try await store.gatewayTokens(of: elsewhere) == [Data("1".utf8)])
            #expect(try await store.ended() == [])
            _ = try await store.endSignIns(.all, of: elsewhere, event: nil, at: start)
            #expect(try await store.gatewayToken(of: made.signIn) == nil)
            #expect(try await store.gatewayTokens(of: elsewhere) == [])
            #expect(try await store.ended() == ["1"])
        },
        Contract("a sign-in without a gateway has no token") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            #expect(try await store.gatewayToken(of: made.signIn) == nil)
            _ = try await store.endSignIns(.all, of: ada, event: nil, at: start)
            #expect(try await store.ended(at: .local) == [])
        },
        Contract("the token that a proof replaces is queued to be ended") { store in
            let made = try await store.signIn("1")
            try await store.reauthenticate(
                Reauthentication(
                    made.signIn, in: made.access, token: Token.random().digest, passwordHash: nil,
                    gateway: try record("2"), time: start))
            #expect(try await store.gatewayToken(of: made.signIn) == Data("2".utf8))
            #expect(try await store.ended() == ["1"])
        },
        Contract("the tokens of a deleted account are queued to be ended, and queued ones stay") { store in
            _ = try await store.signIn("1")
            _ = try await store.endSignIns(.all, of: elsewhere, event: nil, at: start)
            _ = try await store.signIn("2")
            _ = try await store.signIn("3")
            try await store.delete(elsewhere, event: nil, at: start)
            #expect(try await store.ended().sorted() == ["1", "2", "3"])
        },
        Contract("the token of a deleted sign-in is queued to be ended") { store in
            _ = try await store.signIn("1")
            _ = try await store.signIn("2")
            #expect(try await store.deleteSignIns(lastUsedBefore: start + 1) == 1)
            #expect(try await store.ended() == ["1"])
        },
        Contract("sign-ins that have expired lose their tokens, but do not end") { store in
            try await store.addAccount(ada)
            let local = try await store.signInForTest(ada)
            let made = try await store.signIn("1")
            let policy = SessionPolicy(idle: 60, absolute: 3600)
            #expect(try await store.takeGatewayTokens(expiredAt: start + 59, policy) == [])
            try await store.recordUse([made.signIn: SignInUse(time: start + 30, address: "")])
            #expect(try await store.takeGatewayTokens(expiredAt: start + 60, policy) == [])
            #expect(try await store.takeGatewayTokens(expiredAt: start + 90, policy) == [elsewhere])
            #expect(try await store.takeGatewayTokens(expiredAt: start + 90, policy) == [])
            #expect(try await store.ended() == ["1"])
            #expect(try await store.browser(local.token)?.signIns.map(\.id) == [local.signIn])
            #expect(try await store.browser(made.token)?.signIns.map(\.id) == [made.signIn])
            #expect(try await store.gatewayToken(of: made.signIn) == nil)
        },
        Contract("sign-ins without a required second factor lose their tokens after a day") { store in
            _ = try await store.signIn("1")
            let policy = { (required: RequiredFactors) in
                var policy = SessionPolicy(idle: 1_000_000, absolute: 1_000_000)
                policy.requiredFactors = required
                return policy
            }
            let day = RequiredFactors.grace
            let ofAdministrators = policy(RequiredFactors(administrators: start))
            #expect(try await store.takeGatewayTokens(expiredAt: start + day, ofAdministrators) == [])
            try await store.setAdministrator(true, elsewhere, event: nil, at: start + 10)
            #expect(try await store.takeGatewayTokens(expiredAt: start + day + 9, ofAdministrators) == [])
            #expect(try await store.takeGatewayTokens(expiredAt: start + day + 10, ofAdministrators) == [elsewhere])
            _ = try await store.signIn("2")
            let ofAll = policy(RequiredFactors(all: start))
            #expect(try await store.takeGatewayTokens(expiredAt: start + day - 1, ofAll) == [])
            #expect(try await store.takeGatewayTokens(expiredAt: start + day, ofAll) == [elsewhere])
        },
        Contract("a sign-in has a maximum lifetime with any use, and an automatic one a longer one") { store in
            let made = try await store.signIn("1", isAutomatic: true)
            try await store.recordUse([made.signIn: SignInUse(time: start + 99, address: "")])
            let policy = SessionPolicy(idle: 60, absolute: 90, automaticIdle: 60, automaticAbsolute: 100)
            #expect(try await store.takeGatewayTokens(expiredAt: start + 99, policy) == [])
            #expect(try await store.takeGatewayTokens(expiredAt: start + 100, policy) == [elsewhere])
        },
        Contract("a queued token belongs to one gateway, waits, and is removed") { store in
            let other = AccountID(server: ServerID(rawValue: "other"), user: "ada")
            for (token, account) in [("1", elsewhere), ("2", elsewhere), ("3", other)] {
                try await store.addEndedGatewayToken(Data(token.utf8), of: account)
            }
            #expect(try await store.ended(at: other.server) == ["3"])
            #expect(try await store.endedGatewayTokens(at: elsewhere.server, dueBy: start, limit: 1).count == 1)
            let first = try await store.endedGatewayTokens(at: elsewhere.server, dueBy: start, limit: 9)[0]
            #expect(first.account == elsewhere)
            #expect(first.attempts == 0)
            try await store.postponeEndedGatewayToken(first.id, to: start + 2)
            #expect(try await store.ended() == ["2"])
            let later = try await store.endedGatewayTokens(at: elsewhere.server, dueBy: start + 2, limit: 9)
            #expect(later.map(\.attempts) == [1, 0])
            try await store.forgetEndedGatewayToken(first.id)
            #expect(
                try await store.endedGatewayTokens(at: elsewhere.server, dueBy: start + 2, limit: 9).count == 1)
        },
    ]

    fileprivate static func record(_ token: String) throws -> GatewayRecord {
        let number = try #require(EmployeeNumber("1"))
        return GatewayRecord(
            person: GatewayPerson(employeeNumber: number, name: "Ada"), sealedToken: Data(token.utf8))
    }
}

extension AuthStore {
    /// Signs in at the gateway, which returns this token.
    fileprivate func signIn(_ token: String, isAutomatic: Bool = false) async throws -> TestSignIn {
        try await signInForTest(
            AuthStoreContract.elsewhere, isAutomatic: isAutomatic, gateway: try AuthStoreContract.record(token))
    }

    /// The tokens of ended sign-ins that still have to be revoked at the gateway.
    func ended(at server: ServerID = AuthStoreContract.elsewhere.server) async throws -> [String] {
        try await endedGatewayTokens(at: server, dueBy: AuthStoreContract.start, limit: 9)
            .map { String(decoding: $0.sealedToken, as: UTF8.self) }
    }
}
