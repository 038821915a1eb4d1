import Foundation
import PorticoAuth
import PorticoConfig

extension MemoryAuthStore {
    public func gatewayToken(of signIn: SignIn.ID) -> Data? {
        state.signIns.first { $0.id == signIn && $0.endedAt == nil }?.gatewayToken
    }

    public func setPerson(_ person: GatewayPerson, of account: AccountID) throws -> Bool {
        try write { try $0.setPerson(person, of: account) }
    }

    public func gatewayTokens(of account: AccountID) -> [Data] {
        state.signIns.filter { $0.account == account && $0.endedAt == nil }.compactMap(\.gatewayToken)
    }

    public func takeGatewayTokens(expiredAt time: Date, _ policy: SessionPolicy) -> Set<AccountID> {
        write { state in
            var accounts: Set<AccountID> = []
            for (index, row) in state.signIns.enumerated() where row.gatewayToken != nil && row.endedAt == nil {
                guard let signIn = state.signIn(row), policy.expiry(of: signIn) <= time else { continue }
                state.addEndedToken(row.gatewayToken, of: row.account)
                state.signIns[index].gatewayToken = nil
                accounts.insert(row.account)
            }
            return accounts
        }
    }

    public func addEndedGatewayToken(_ sealedToken: Data, of account: AccountID) {
        write { $0.addEndedToken(sealedToken, of: account) }
    }

    public func endedGatewayTokens(at server: ServerID, dueBy time: Date, limit: Int) -> [EndedGatewayToken] {
        let due = state.endedTokens.filter { $0.token.account.server == server && $0.dueAt <= time }
        return due.map(\.token).prefix(limit).map(\.self)
    }

    public func postponeEndedGatewayToken(_ id: EndedGatewayToken.ID, to time: Date) {
        write { state in
            guard let index = state.endedTokens.firstIndex(where: { $0.token.id == id }) else { return }
            let token = state.endedTokens[index].token
            state.endedTokens[index] = (
                EndedGatewayToken(
                    id: id, account: token.account, sealedToken: token.sealedToken, attempts: token.attempts + 1), time
            )
        }
    }

    public func forgetEndedGatewayToken(_ id: EndedGatewayToken.ID) {
        write { $0.endedTokens.removeAll { $0.token.id == id } }
    }
}

extension MemoryAuthStore.State {
    mutating func addEndedToken(_ sealedToken: Data?, of account: AccountID) {
        guard let sealedToken else { return }
        let token = EndedGatewayToken(id: makeID(), account: account, sealedToken: sealedToken, attempts: 0)
        endedTokens.append((token, .distantPast))
    }

    /// Deletes sign-ins, whose tokens are kept apart.
    mutating func deleteSignIns(where matches: (MemoryAuthStore.SignInRow) -> Bool) {
        for row in signIns where matches(row) { addEndedToken(row.gatewayToken, of: row.account) }
        signIns.removeAll(where: matches)
    }

    /// Whether that changes anything.
    mutating func addOrUpdate(_ id: AccountID, of person: GatewayPerson, at time: Date) throws -> Bool {
        guard accounts[id] == nil else { return try setPerson(person, of: id) }
        let account = Account(
            id: id, name: person.name, isAdministrator: false, createdAt: time, employeeNumber: person.employeeNumber)
        accounts[id] = (account, nil)
        return true
    }

    /// Whether that is anything new.
    @discardableResult
    mutating func setPerson(_ person: GatewayPerson, of id: AccountID) throws -> Bool {
        guard let account = accounts[id]?.account else { throw AuthError.noSuchAccount }
        guard !account.isPerson(person) else { return false }
        guard account.employeeNumber == nil || account.employeeNumber == person.employeeNumber else {
            throw AuthError.otherPerson
        }
        accounts[id]?.account.name = person.name
        accounts[id]?.account.employeeNumber = person.employeeNumber
        return true
    }
}
