import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

extension SQLiteAuthStore {
    public func gatewayToken(of signIn: SignIn.ID) async throws -> Data? {
        try await read { db in
            try Data.fetchOne(
                db, sql: "SELECT gateway_token FROM sign_ins WHERE id = ? AND ended_at IS NULL", arguments: [signIn])
        }
    }

    public func setPerson(_ person: GatewayPerson, of account: AccountID) async throws -> Bool {
        let kept = try await read { try $0.credential(of: account)?.account }
        if let kept, kept.isPerson(person) { return false }
        return try await write { db in
            try db.setPerson(person, of: try db.existingAccount(account))
            return true
        }
    }

    public func endedGatewayTokens(limit: Int) async throws -> [EndedGatewayToken] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, server, user, gateway_token FROM sign_ins
                    WHERE gateway_token IS NOT NULL AND ended_at IS NOT NULL ORDER BY ended_at, id LIMIT ?
                    """, arguments: [limit])
            return rows.map { row in
                EndedGatewayToken(
                    signIn: row["id"], account: AccountID(server: ServerID(rawValue: row["server"]), user: row["user"]),
                    sealedToken: row["gateway_token"])
            }
        }
    }

    public func forgetGatewayToken(of signIn: SignIn.ID) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE sign_ins SET gateway_token = NULL WHERE id = ? AND ended_at IS NOT NULL",
                arguments: [signIn])
        }
    }
}

extension GRDB.Database {
    /// Makes the account of a person whom a gateway knows, or brings it up to date.
    ///
    /// - Throws: ``AuthError/otherPerson``
    func addOrUpdate(_ id: AccountID, of person: GatewayPerson, at time: Date) throws {
        if let account = try credential(of: id)?.account { return try setPerson(person, of: account) }
        let account = Account(
            id: id, name: person.name, isAdministrator: false, createdAt: time, employeeNumber: person.employeeNumber)
        try insert(account, passwordHash: nil)
    }

    /// - Throws: ``AuthError/otherPerson``
    func setPerson(_ person: GatewayPerson, of account: Account) throws {
        var account = account
        guard !account.isPerson(person) else { return }
        guard account.employeeNumber == nil || account.employeeNumber == person.employeeNumber else {
            throw AuthError.otherPerson
        }
        account.name = person.name
        try execute(
            sql: "UPDATE accounts SET name = ?, employee_number = ?, search_key = ? WHERE server = ? AND user = ?",
            arguments: [person.name, person.employeeNumber.value, account.searchKey] + account.id.arguments)
    }
}
