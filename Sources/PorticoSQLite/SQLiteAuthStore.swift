import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// Accounts, browsers and sign-ins in the embedded database.
public struct SQLiteAuthStore: AuthStore {
    private let database: Database

    public init(_ database: Database) {
        self.database = database
    }

    private func read<T: Sendable>(_ work: @escaping @Sendable (GRDB.Database) throws -> T) async throws -> T {
        try await database.writer.read(work)
    }

    private func write<T: Sendable>(_ work: @escaping @Sendable (GRDB.Database) throws -> T) async throws -> T {
        try await database.writer.write(work)
    }
}

// MARK: Accounts

extension SQLiteAuthStore {
    public func hasAccounts() async throws -> Bool {
        try await read { try $0.hasAccounts() }
    }

    public func accounts() async throws -> [Account] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM accounts ORDER BY server, user").map(Account.init(row:))
        }
    }

    public func account(_ id: AccountID) async throws -> Account? {
        try await credential(of: id)?.account
    }

    public func credential(of id: AccountID) async throws -> (account: Account, passwordHash: String?)? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM accounts WHERE server = ? AND user = ?", arguments: id.arguments)
                .map { (Account(row: $0), $0["password_hash"]) }
        }
    }

    public func add(_ account: Account, passwordHash: String, mustBeFirst: Bool) async throws {
        try await write { db in
            if mustBeFirst, try db.hasAccounts() { throw AuthError.setupClosed }
            try db.execute(
                sql: """
                    INSERT INTO accounts (server, user, name, is_administrator, is_disabled, password_hash, created_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                    """,
                arguments: account.id.arguments + [
                    account.name, account.isAdministrator, account.isDisabled, passwordHash,
                    account.createdAt.milliseconds,
                ])
            guard db.changesCount == 1 else { throw AuthError.accountExists }
        }
    }

    public func setPasswordHash(_ hash: String, of id: AccountID, at time: Date) async throws {
        try await write { db in
            try db.update(id, set: "password_hash", to: hash)
            try db.endSignIns(of: id, at: time)
        }
    }

    public func upgradePasswordHash(from old: String, to new: String, of id: AccountID) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE accounts SET password_hash = ? WHERE server = ? AND user = ? AND password_hash = ?",
                arguments: [new] + id.arguments + [old])
        }
    }

    public func setDisabled(_ isDisabled: Bool, _ id: AccountID, at time: Date) async throws {
        try await write { db in
            try db.update(id, set: "is_disabled", to: isDisabled)
            if isDisabled { try db.endSignIns(of: id, at: time) }
        }
    }
}

// MARK: Browsers and sign-ins

extension SQLiteAuthStore {
    public func browser(_ token: TokenDigest) async throws -> Browser? {
        try await read { try $0.browser(token) }
    }

    public func signIn(_ new: NewSignIn) async throws -> Browser {
        try await write { db in
            let isEnabled = try Bool.fetchOne(
                db, sql: "SELECT NOT is_disabled FROM accounts WHERE server = ? AND user = ?",
                arguments: new.account.arguments)
            guard isEnabled == true else { throw AuthError.wrongCredentials }
            let browser = try db.adoptOrAddBrowser(new)
            try db.execute(
                sql: """
                    INSERT INTO sign_ins (browser, server, user, method, since, last_seen, is_automatic)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [browser] + new.account.arguments + [
                    new.method.rawValue, new.time.milliseconds, new.time.milliseconds, new.isAutomatic,
                ])
            guard let result = try db.browser(new.token) else { throw AuthError.signInEnded }
            return result
        }
    }

    public func signOut(_ token: TokenDigest, newToken: TokenDigest, at time: Date) async throws {
        try await write { db in
            guard let id = try db.browserID(token) else { return }
            try db.execute(
                sql: "UPDATE sign_ins SET ended_at = ? WHERE browser = ? AND ended_at IS NULL",
                arguments: [time.milliseconds, id])
            try db.execute(
                sql: "UPDATE browsers SET token_digest = ? WHERE id = ?", arguments: [newToken.bytes, id])
        }
    }

    public func setAutomatic(_ change: AutomaticSignInChange) async throws -> RequestOutcome? {
        try await write { db in
            if let outcome = try change.record.flatMap({ try db.outcome(of: $0) }) { return outcome }
            guard let browser = try db.browserID(change.token) else { throw AuthError.signInEnded }
            if let run = change.newRun { try db.beginRun(run, of: browser, at: change.time) }
            try db.execute(
                sql: "UPDATE sign_ins SET is_automatic = ? WHERE id = ? AND browser = ? AND ended_at IS NULL",
                arguments: [change.isAutomatic, change.signIn, browser])
            guard db.changesCount == 1 else { throw AuthError.signInEnded }
            if let record = change.record { try db.insert(record, at: change.time) }
            return nil
        }
    }

    public func recordUse(_ lastSeen: [SignIn.ID: Date]) async throws {
        try await write { db in
            let statement = try db.cachedStatement(
                sql: "UPDATE sign_ins SET last_seen = max(last_seen, ?) WHERE id = ? AND ended_at IS NULL")
            for (id, time) in lastSeen { try statement.execute(arguments: [time.milliseconds, id]) }
        }
    }

    public func history(of id: AccountID) async throws -> AccountHistory {
        try await read { try $0.history(of: id) }
    }

    public func deleteRequestRecords(before time: Date) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM request_records WHERE created_at < ?", arguments: [time.milliseconds])
        }
    }
}
