import Foundation
import PorticoConfig

/// What changes an account may change what any browser in memory says of it, so they are all read anew.
extension CachedAuthStore {
    public func accounts() async throws -> [Account] { try await store.accounts() }

    public func accounts(_ query: AccountQuery) async throws -> [Account] { try await store.accounts(query) }

    public func account(_ id: AccountID) async throws -> Account? { try await store.account(id) }

    public func account(email: EmailAddress, on server: ServerID) async throws -> Account? {
        try await store.account(email: email, on: server)
    }

    public func credential(of id: AccountID) async throws -> (account: Account, passwordHash: String?)? {
        try await store.credential(of: id)
    }

    public func history(of id: AccountID) async throws -> AccountHistory { try await store.history(of: id) }

    public func isLastAdministrator(_ id: AccountID) async throws -> Bool { try await store.isLastAdministrator(id) }

    public func add(_ addition: AccountAddition) async throws {
        defer { hasAnyLocalAccount.removeAll() }
        try await store.add(addition)
        if addition.mail != nil { mailAdded() }
    }

    public func add(_ additions: [AccountAddition]) async throws {
        defer { hasAnyLocalAccount.removeAll() }
        try await store.add(additions)
        if additions.contains(where: { $0.mail != nil }) { mailAdded() }
    }

    @discardableResult
    public func setPassword(_ change: PasswordChange) async throws -> [SignIn.ID] {
        defer { browsers.removeAll() }
        let ended = try await store.setPassword(change)
        if change.mail != nil { mailAdded() }
        return ended
    }

    public func upgradePasswordHash(from old: String, to new: String, of id: AccountID) async throws {
        try await store.upgradePasswordHash(from: old, to: new, of: id)
    }

    public func setEmail(
        using link: TokenDigest, event: SecurityEvent?, at time: Date
    ) async throws -> (account: Account, old: EmailAddress?) {
        defer { browsers.removeAll() }
        return try await store.setEmail(using: link, event: event, at: time)
    }

    public func setEmail(_ email: EmailAddress?, of id: AccountID, event: SecurityEvent?) async throws {
        defer { browsers.removeAll() }
        try await store.setEmail(email, of: id, event: event)
    }

    @discardableResult
    public func setDisabled(
        _ isDisabled: Bool, _ id: AccountID, event: SecurityEvent?, at time: Date
    ) async throws -> [SignIn.ID] {
        defer { browsers.removeAll() }
        return try await store.setDisabled(isDisabled, id, event: event, at: time)
    }

    public func setAdministrator(_ isAdministrator: Bool, _ id: AccountID, event: SecurityEvent?) async throws {
        defer { browsers.removeAll() }
        try await store.setAdministrator(isAdministrator, id, event: event)
    }

    public func setPerson(_ person: GatewayPerson, of account: AccountID) async throws -> Bool {
        var isNew = true
        defer { if isNew { browsers.removeAll() } }
        isNew = try await store.setPerson(person, of: account)
        return isNew
    }

    @discardableResult
    public func delete(_ id: AccountID, event: SecurityEvent?) async throws -> [SignIn.ID] {
        defer { invalidate() }
        return try await store.delete(id, event: event)
    }
}
