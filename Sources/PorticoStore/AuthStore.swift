import Foundation
import PorticoConfig

/// The store of accounts, browsers, sign-ins and their data.
///
/// A transaction is atomic: it rolls back if its body throws. Committed changes survive a power failure. A body must be
/// short and free of other side effects, because an engine may run it again. Treat all errors that are not documented
/// as "store unavailable".
public protocol AuthStore: MailQueue {
    /// Runs `body` in a read transaction.
    func read<T: Sendable>(_ body: @escaping @Sendable (any AuthTransaction) throws -> T) async throws -> T
    /// Runs `body` in a write transaction, exclusive of other writers.
    func write<T: Sendable>(_ body: @escaping @Sendable (any AuthTransaction) throws -> T) async throws -> T
    /// The browser with this token and its sign-ins that were not ended. May be cached, because every request calls it.
    func browser(_ token: TokenDigest) async throws -> Browser?
    /// Whether there is a local account, with its password stored here. May be cached.
    func hasLocalAccounts() async throws -> Bool
}

extension AuthStore {
    public func browser(_ token: TokenDigest) async throws -> Browser? { try await read { try $0.browser(token) } }

    public func hasLocalAccounts() async throws -> Bool { try await read { try $0.hasLocalAccounts() } }

    /// The sign-in of a cookie at another host; nil if it was ended.
    package func hostSignIn(_ token: TokenDigest) async throws -> HostSignIn? {
        try await read { try $0.hostSignIn(token) }
    }
}

// MARK: Keys of names

extension AuthStore {
    /// Gives the accounts that a server of an earlier version has added, beside this one during an update, the keys of
    /// their names.
    package func addMissingNameKeys() async throws {
        while true {
            let keys = try await read { try $0.missingNameKeys(limit: Self.namesAtOnce) }.compactMap(\.renewed)
            guard !keys.isEmpty else { return }
            try await write { try $0.setNameKeys(keys) }
        }
    }

    /// Compares all names with their keys, and renews the keys of accounts that a server of an earlier version has
    /// renamed.
    package func renewNameKeys() async throws {
        var last: AccountID?
        while true {
            let keys = try await read { [last] in try $0.nameKeys(after: last, limit: Self.namesAtOnce) }
            guard let end = keys.last else { return }
            let renewed = keys.compactMap(\.renewed)
            if !renewed.isEmpty { try await write { try $0.setNameKeys(renewed) } }
            last = end.id
            try Task.checkCancellation()
        }
    }

    private static var namesAtOnce: Int { 1000 }
}

// MARK: Single queries

extension AuthStore {
    /// All accounts, by server and user name.
    public func accounts() async throws -> [Account] { try await accounts(AccountQuery(limit: .max)) }

    /// The accounts of the page that a query describes, in its order.
    public func accounts(_ query: AccountQuery) async throws -> [Account] { try await read { try $0.accounts(query) } }

    /// The number of accounts that match a query, at most its limit. Ignores order and position.
    public func accountCount(_ query: AccountQuery) async throws -> Int {
        try await read { try $0.accountCount(query) }
    }

    /// The numbers of accounts, of security events since a time, and of mails in the queue, each at most `limit`.
    public func counts(eventsSince time: Date, limit: Int) async throws -> StoreCounts {
        try await read { try $0.counts(eventsSince: time, limit: limit) }
    }

    /// The accounts with these ids. Leaves out ids without an account.
    public func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] {
        try await read { try $0.accounts(ids) }
    }

    /// nil if there is no such account.
    public func account(_ id: AccountID) async throws -> Account? { try await credential(of: id)?.account }

    /// The account with this address on a server; nil if there is none.
    public func account(email: EmailAddress, on server: ServerID) async throws -> Account? {
        try await read { try $0.account(email: email, on: server) }
    }

    /// The account with its password hash; nil if there is no such account.
    public func credential(of id: AccountID) async throws -> Credential? {
        try await read { try $0.credential(of: id) }
    }

    /// The stored sign-ins of an account; empty for an unknown account.
    public func history(of id: AccountID) async throws -> AccountHistory { try await read { try $0.history(of: id) } }

    /// Whether the account was ever signed in to in this browser.
    public func hasSignedIn(_ account: AccountID, in browser: Browser.ID) async throws -> Bool {
        try await read { try $0.hasSignedIn(account, in: browser) }
    }

    /// The time of the last stored use of each account that was ever signed in to.
    public func lastUses(of accounts: [AccountID]) async throws -> [AccountID: Date] {
        try await read { try $0.lastUses(of: accounts) }
    }

    /// The account's sign-ins that were not ended, most recently used first; some may have expired.
    public func signIns(of account: AccountID) async throws -> [OpenSignIn] {
        try await read { try $0.signIns(SignInFilter(account: account)) }
    }

    /// The sign-in with this id; nil if there is none, or it was ended.
    public func openSignIn(_ id: SignIn.ID) async throws -> OpenSignIn? {
        try await read { try $0.signIns(SignInFilter(id: id)).first }
    }

    /// The number of sign-ins that were not ended.
    public func openSignInCount() async throws -> OpenSignInCount { try await read { try $0.openSignInCount() } }

    /// The sign-ins of all accounts that were not ended, by user name, most recently used first.
    public func openSignIns() async throws -> [OpenSignIn] { try await read { try $0.signIns(SignInFilter()) } }
}

// MARK: Deleting

extension AuthStore {
    /// Maximum number of rows that one transaction deletes, so that it stays within the time limit of the database and
    /// other writers do not wait long.
    public static var deletedAtOnce: Int { 1000 }

    /// Maximum time after which ``deleteInBatches(for:_:)`` starts no further batch, so that a clean-up delays no other
    /// work for long.
    public static var deletionPatience: Duration { .milliseconds(250) }

    /// Repeats a deletion of at most ``deletedAtOnce`` rows, each time in its own transaction, until fewer rows are
    /// left or `patience` is over.
    ///
    /// - Returns: the number of deleted rows.
    @discardableResult
    public func deleteInBatches(
        for patience: Duration = Self.deletionPatience,
        _ delete: @escaping @Sendable (any AuthTransaction, _ limit: Int) throws -> Int
    ) async throws -> Int {
        try await repeatDeletion(for: patience) {
            let deleted = try await write { try delete($0, Self.deletedAtOnce) }
            return (deleted, deleted)
        }
    }

    /// Like ``deleteInBatches(for:_:)``, for rows that take long to find: it searches in a read transaction, which
    /// blocks no writers.
    @discardableResult
    public func deleteInBatches<ID: Sendable>(
        found find: @escaping @Sendable (any AuthTransaction, _ limit: Int) throws -> [ID],
        _ delete: @escaping @Sendable (any AuthTransaction, [ID]) throws -> Int
    ) async throws -> Int {
        try await repeatDeletion(for: Self.deletionPatience) {
            let found = try await read { try find($0, Self.deletedAtOnce) }
            return (found.count, found.isEmpty ? 0 : try await write { try delete($0, found) })
        }
    }

    private func repeatDeletion(
        for patience: Duration, _ batch: () async throws -> (found: Int, deleted: Int)
    ) async throws -> Int {
        let end = ContinuousClock.now + patience
        var total = 0
        while true {
            let (found, deleted) = try await batch()
            total += deleted
            if found < Self.deletedAtOnce || .now >= end { return total }
            try Task.checkCancellation()
        }
    }
}
