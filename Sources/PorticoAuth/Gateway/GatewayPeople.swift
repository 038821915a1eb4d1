import Foundation
import PorticoConfig

extension AuthTransaction {
    /// Adds the account of a gateway's person, or updates it.
    ///
    /// - Throws: ``AuthError/otherPerson``
    func addOrUpdate(_ id: AccountID, of person: GatewayPerson, at time: Date) throws {
        if let account = try credential(of: id)?.account { return try setPerson(person, of: account) }
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
