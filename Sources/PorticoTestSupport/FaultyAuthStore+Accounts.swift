import Foundation
import PorticoAuth
import PorticoConfig

extension FaultyAuthStore {
    public func hasLocalAccounts() async throws -> Bool { try await reading().hasLocalAccounts() }

    public func accounts() async throws -> [Account] { try await reading().accounts() }

    public func accounts(_ query: AccountQuery) async throws -> [Account] { try await reading().accounts(query) }

    public func account(_ id: AccountID) async throws -> Account? { try await reading().account(id) }

    public func account(email: EmailAddress, on server: ServerID) async throws -> Account? {
        try await reading().account(email: email, on: server)
    }

    public func credential(of id: AccountID) async throws -> (account: Account, passwordHash: String?)? {
        try await reading().credential(of: id)
    }

    public func history(of id: AccountID) async throws -> AccountHistory { try await reading().history(of: id) }

    public func isLastAdministrator(_ id: AccountID) async throws -> Bool {
        try await reading().isLastAdministrator(id)
    }

    public func add(_ addition: AccountAddition) async throws {
        try await writing().add(addition)
    }

    public func add(_ additions: [AccountAddition]) async throws {
        try await writing().add(additions)
    }

    @discardableResult
    public func setPassword(_ change: PasswordChange) async throws -> [SignIn.ID] {
        try await writing().setPassword(change)
    }

    public func upgradePasswordHash(from old: String, to new: String, of id: AccountID) async throws {
        try await writing().upgradePasswordHash(from: old, to: new, of: id)
    }

    public func setEmail(
        using link: TokenDigest, event: SecurityEvent?, at time: Date
    ) async throws -> (account: Account, old: EmailAddress?) {
        try await writing().setEmail(using: link, event: event, at: time)
    }

    public func setEmail(_ email: EmailAddress?, of id: AccountID, event: SecurityEvent?) async throws {
        try await writing().setEmail(email, of: id, event: event)
    }

    @discardableResult
    public func setDisabled(
        _ isDisabled: Bool, _ id: AccountID, event: SecurityEvent?, at time: Date
    ) async throws -> [SignIn.ID] {
        try await writing().setDisabled(isDisabled, id, event: event, at: time)
    }

    public func setAdministrator(_ isAdministrator: Bool, _ id: AccountID, event: SecurityEvent?) async throws {
        try await writing().setAdministrator(isAdministrator, id, event: event)
    }

    @discardableResult
    public func delete(_ id: AccountID, event: SecurityEvent?) async throws -> [SignIn.ID] {
        try await writing().delete(id, event: event)
    }
}
