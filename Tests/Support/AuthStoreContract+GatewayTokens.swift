import Foundation
import PorticoAuth
import PorticoConfig

extension AuthStoreContract {
    static let gatewayTokens: [Contract<any AuthStore>] = [
        Contract("a sign-in has its token until it ends") { store in
            let made = try await store.signIn("1")
            try require(try await store.gatewayToken(of: made.signIn), is: Data("1".utf8))
            try require(try await store.gatewayTokens(of: elsewhere), is: [Data("1".utf8)])
            try require(try await store.ended(), is: [])
            _ = try await store.endSignIns(.all, of: elsewhere, event: nil, at: start)
            try require(try await store.gatewayToken(of: made.signIn), is: nil)
            try require(try await store.gatewayTokens(of: elsewhere), is: [])
            try require(try await store.ended(), is: ["1"])
        },
        Contract("a sign-in that no gateway made has none") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            try require(try await store.gatewayToken(of: made.signIn), is: nil)
            _ = try await store.endSignIns(.all, of: ada, event: nil, at: start)
            try require(try await store.ended(at: .local), is: [])
        },
        Contract("the token that a proof replaces is kept apart") { store in
            let made = try await store.signIn("1")
            try await store.reauthenticate(
                Reauthentication(
                    made.signIn, in: made.access, token: Token.random().digest, passwordHash: nil,
                    gateway: try record("2"), time: start))
            try require(try await store.gatewayToken(of: made.signIn), is: Data("2".utf8))
            try require(try await store.ended(), is: ["1"])
        },
        Contract("the tokens of an account that is deleted are kept apart, and those kept already stay") { store in
            _ = try await store.signIn("1")
            _ = try await store.endSignIns(.all, of: elsewhere, event: nil, at: start)
            _ = try await store.signIn("2")
            _ = try await store.signIn("3")
            try await store.delete(elsewhere, event: nil, at: start)
            try require(try await store.ended().sorted(), is: ["1", "2", "3"])
        },
        Contract("the token of a sign-in that is deleted is kept apart") { store in
            _ = try await store.signIn("1")
            _ = try await store.signIn("2")
            try require(try await store.deleteSignIns(lastUsedBefore: start + 1), is: 1)
            try require(try await store.ended(), is: ["1"])
        },
        Contract("sign-ins that have expired lose their tokens, but do not end") { store in
            try await store.addAccount(ada)
            let local = try await store.signInForTest(ada)
            let made = try await store.signIn("1")
            let policy = SessionPolicy(idle: 60, absolute: 3600)
            try require(try await store.takeGatewayTokens(expiredAt: start + 59, policy), is: [])
            try await store.recordUse([made.signIn: SignInUse(time: start + 30, address: "")])
            try require(try await store.takeGatewayTokens(expiredAt: start + 60, policy), is: [])
            try require(try await store.takeGatewayTokens(expiredAt: start + 90, policy), is: [elsewhere])
            try require(try await store.takeGatewayTokens(expiredAt: start + 90, policy), is: [])
            try require(try await store.ended(), is: ["1"])
            try require(try await store.browser(local.token)?.signIns.map(\.id), is: [local.signIn])
            try require(try await store.browser(made.token)?.signIns.map(\.id), is: [made.signIn])
            try require(try await store.gatewayToken(of: made.signIn), is: nil)
        },
        Contract("a sign-in expires in all, whether it is used or not, and an automatic one later") { store in
            let made = try await store.signIn("1", isAutomatic: true)
            try await store.recordUse([made.signIn: SignInUse(time: start + 99, address: "")])
            let policy = SessionPolicy(idle: 60, absolute: 90, automaticIdle: 60, automaticAbsolute: 100)
            try require(try await store.takeGatewayTokens(expiredAt: start + 99, policy), is: [])
            try require(try await store.takeGatewayTokens(expiredAt: start + 100, policy), is: [elsewhere])
        },
        Contract("what is kept apart is of one gateway, waits, and is forgotten") { store in
            let other = AccountID(server: ServerID(rawValue: "other"), user: "ada")
            for (token, account) in [("1", elsewhere), ("2", elsewhere), ("3", other)] {
                try await store.addEndedGatewayToken(Data(token.utf8), of: account)
            }
            try require(try await store.ended(at: other.server), is: ["3"])
            try require(try await store.endedGatewayTokens(at: elsewhere.server, dueBy: start, limit: 1).count, is: 1)
            let first = try await store.endedGatewayTokens(at: elsewhere.server, dueBy: start, limit: 9)[0]
            try require(first.account, is: elsewhere)
            try require(first.attempts, is: 0)
            try await store.postponeEndedGatewayToken(first.id, to: start + 2)
            try require(try await store.ended(), is: ["2"])
            let later = try await store.endedGatewayTokens(at: elsewhere.server, dueBy: start + 2, limit: 9)
            try require(later.map(\.attempts), is: [1, 0])
            try await store.forgetEndedGatewayToken(first.id)
            try require(
                try await store.endedGatewayTokens(at: elsewhere.server, dueBy: start + 2, limit: 9).count, is: 1)
        },
    ]

    fileprivate static func record(_ token: String) throws -> GatewayRecord {
        guard let number = EmployeeNumber("1") else { throw ContractBroken(description: "1 is no number") }
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
    fileprivate func ended(at server: ServerID = AuthStoreContract.elsewhere.server) async throws -> [String] {
        try await endedGatewayTokens(at: server, dueBy: AuthStoreContract.start, limit: 9)
            .map { String(decoding: $0.sealedToken, as: UTF8.self) }
    }
}
