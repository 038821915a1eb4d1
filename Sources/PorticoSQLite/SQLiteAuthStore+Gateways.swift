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

    public func gatewayTokens(of account: AccountID) async throws -> [Data] {
        try await read { db in
            try Data.fetchAll(
                db,
                sql: """
                    SELECT gateway_token FROM sign_ins
                    WHERE server = ? AND user = ? AND gateway_token IS NOT NULL AND ended_at IS NULL ORDER BY id
                    """, arguments: account.arguments)
        }
    }

    public func takeGatewayTokens(expiredAt time: Date, _ policy: SessionPolicy) async throws -> Set<AccountID> {
        let latest: @Sendable (TimeInterval) -> Int64 = { time.addingTimeInterval(-$0).milliseconds }
        return try await write { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    UPDATE sign_ins SET gateway_token = NULL WHERE gateway_token IS NOT NULL AND ended_at IS NULL
                        AND (last_seen <= iif(is_automatic, ?, ?) OR since <= iif(is_automatic, ?, ?))
                    RETURNING server, user
                    """,
                arguments: [
                    latest(policy.automaticIdle), latest(policy.idle), latest(policy.automaticAbsolute),
                    latest(policy.absolute),
                ])
            return Set(rows.map(AccountID.init(row:)))
        }
    }

    public func addEndedGatewayToken(_ sealedToken: Data, of account: AccountID) async throws {
        try await write { db in
            try db.execute(
                sql: "INSERT INTO ended_gateway_tokens (server, user, sealed_token) VALUES (?, ?, ?)",
                arguments: account.arguments + [sealedToken])
        }
    }

    public func endedGatewayTokens(
        at server: ServerID, dueBy time: Date, limit: Int
    ) async throws -> [EndedGatewayToken] {
        try await read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM ended_gateway_tokens WHERE server = ? AND due_at <= ? ORDER BY id LIMIT ?",
                arguments: [server.rawValue, time.milliseconds, limit])
            return rows.map { row in
                EndedGatewayToken(
                    id: row["id"], account: AccountID(row: row), sealedToken: row["sealed_token"],
                    attempts: row["tries"])
            }
        }
    }

    public func postponeEndedGatewayToken(_ id: EndedGatewayToken.ID, to time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE ended_gateway_tokens SET tries = tries + 1, due_at = ? WHERE id = ?",
                arguments: [time.milliseconds, id])
        }
    }

    public func forgetEndedGatewayToken(_ id: EndedGatewayToken.ID) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM ended_gateway_tokens WHERE id = ?", arguments: [id])
        }
    }
}

extension GRDB.Database {
    /// Makes the account of a person whom a gateway knows, or brings it up to date.
    ///
    /// - Returns: whether that changes anything.
    /// - Throws: ``AuthError/otherPerson``
    func addOrUpdate(_ id: AccountID, of person: GatewayPerson, at time: Date) throws -> Bool {
        if let account = try credential(of: id)?.account {
            guard !account.isPerson(person) else { return false }
            try setPerson(person, of: account)
            return true
        }
        let account = Account(
            id: id, name: person.name, isAdministrator: false, createdAt: time, employeeNumber: person.employeeNumber)
        try insert(account, passwordHash: nil)
        return true
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
