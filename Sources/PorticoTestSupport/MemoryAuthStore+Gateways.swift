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

    public func endedGatewayTokens(limit: Int) -> [EndedGatewayToken] {
        let ended = state.signIns.compactMap { row in
            row.endedAt.flatMap { time in row.gatewayToken.map { (time: time, row: row, token: $0) } }
        }
        return ended.sorted { ($0.time, $0.row.id) < ($1.time, $1.row.id) }.prefix(limit).map {
            EndedGatewayToken(signIn: $0.row.id, account: $0.row.account, sealedToken: $0.token)
        }
    }

    public func forgetGatewayToken(of signIn: SignIn.ID) {
        write { state in
            for index in state.signIns.indices where state.signIns[index].id == signIn {
                if state.signIns[index].endedAt != nil { state.signIns[index].gatewayToken = nil }
            }
        }
    }
}

extension MemoryAuthStore.State {
    mutating func addOrUpdate(_ id: AccountID, of person: GatewayPerson, at time: Date) throws {
        guard accounts[id] == nil else { return _ = try setPerson(person, of: id) }
        let account = Account(
            id: id, name: person.name, isAdministrator: false, createdAt: time, employeeNumber: person.employeeNumber)
        accounts[id] = (account, nil)
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
