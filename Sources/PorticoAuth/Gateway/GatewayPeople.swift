import Foundation
import PorticoConfig

extension AuthTransaction {
    /// Adds the account of a gateway's person, or updates it. Logs a new employee number if another account of the
    /// gateway has it too.
    ///
    /// - Throws: ``AuthError/otherPerson``
    func addOrUpdate(_ id: AccountID, of person: GatewayPerson, client: Client, at time: Date) throws {
        let known = try credential(of: id)?.account
        let others =
            known?.employeeNumber == nil
            ? try accounts(employeeNumber: person.employeeNumber, on: id.server, limit: 10) : []
        if let known {
            try setPerson(person, of: known)
        } else {
            try add(id, of: person, at: time)
        }
        guard !others.isEmpty else { return }
        let names = others.map(\.id.name).joined(separator: ", ")
        try log(SecurityEvent(.employeeNumberShared, account: id, client: client, time: time, detail: names))
    }

    private func add(_ id: AccountID, of person: GatewayPerson, at time: Date) throws {
        let account = Account(
            id: id, name: person.name, isAdministrator: false, createdAt: time, employeeNumber: person.employeeNumber,
            groups: person.groups ?? [])
        guard try insert(account, passwordHash: nil) else { throw AuthError.accountExists }
    }

    /// - Throws: ``AuthError/otherPerson``
    func setPerson(_ person: GatewayPerson, of account: Account) throws {
        guard !account.isPerson(person) else { return }
        guard account.employeeNumber == nil || account.employeeNumber == person.employeeNumber else {
            throw AuthError.otherPerson
        }
        var account = account
        account.name = person.name
        account.employeeNumber = person.employeeNumber
        account.groups = person.groups ?? account.groups
        try update(account, .person)
    }
}

extension AuthStore {
    /// Stores a person's details as a gateway reports them.
    ///
    /// - Returns: whether they differ from the stored ones.
    /// - Throws: ``AuthError/noSuchAccount``; ``AuthError/otherPerson`` if the employee number differs from the stored
    ///   one.
    @discardableResult
    public func setPerson(_ person: GatewayPerson, of id: AccountID) async throws -> Bool {
        if let account = try await account(id), account.isPerson(person) { return false }
        try await write { try $0.setPerson(person, of: try $0.existingAccount(id)) }
        return true
    }
}
