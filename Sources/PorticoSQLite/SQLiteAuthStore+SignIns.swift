import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// What is asked for an account, or for many sign-ins at once.
extension SQLiteAuthStore {
    public func hasSignedIn(_ account: AccountID, in browser: Browser.ID) async throws -> Bool {
        try await read { try $0.hasSignedIn(account, in: browser) }
    }

    public func signIns(of account: AccountID) async throws -> [OpenSignIn] {
        try await read { try $0.openSignIns(of: account) }
    }

    public func openSignIns() async throws -> [OpenSignIn] {
        try await read { try $0.openSignIns() }
    }

    public func endSignIns(
        _ ending: SignInEnding, of account: AccountID, event: SecurityEvent?, at time: Date
    ) async throws -> [SignIn.ID] {
        try await write { db in
            let ended = try db.endSignIns(ending, of: account, at: time)
            if !ended.isEmpty { try db.log(event) }
            return ended
        }
    }

    public func endSignIn(using link: TokenDigest, event: SecurityEvent?, at time: Date) async throws -> AccountID {
        try await write { db in
            let link = try db.use(link, for: [.endSignIn], at: time)
            guard let account = link.account, let signIn = link.signIn else { throw LinkProblem.unknown }
            try db.endSignIns(.one(signIn), of: account, at: time)
            try db.log(event)
            return account
        }
    }

    public func recordUse(_ uses: [SignIn.ID: SignInUse]) async throws {
        try await write { db in
            let statement = try db.cachedStatement(sql: Self.useStatement)
            for (id, use) in uses {
                try statement.execute(
                    arguments: ["time": use.time.milliseconds, "address": use.address, "id": id])
            }
        }
    }

    @discardableResult
    public func deleteSignIns(lastUsedBefore time: Date) async throws -> Int {
        try await write { try $0.deleteSignIns(lastUsedBefore: time) }
    }

    /// An older use changes nothing; one from nowhere leaves the address.
    private static let useStatement = """
        UPDATE sign_ins SET last_seen = :time, address = CASE :address WHEN '' THEN address ELSE :address END
        WHERE id = :id AND last_seen <= :time AND ended_at IS NULL
        """
}
