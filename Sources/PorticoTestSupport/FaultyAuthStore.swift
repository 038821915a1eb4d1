import Foundation
import PorticoAuth
import PorticoConfig
import Synchronization

/// A store that counts its calls and fails when it is told to, in front of a real one.
public final class FaultyAuthStore: AuthStore {
    /// What the store throws while it is down. Nobody but the log may see the text.
    public struct Down: Error, CustomStringConvertible {
        public let description = "disk I/O error in /secret/path (SQLITE_IOERR)"
    }

    private struct State {
        var isDown = false
        var reads = 0
        var writes = 0
        var pause: (@Sendable () async throws -> Void)?
    }

    private let store: any AuthStore
    private let state = Mutex(State())

    public init(_ store: any AuthStore) {
        self.store = store
    }

    public var reads: Int { state.withLock { $0.reads } }
    public var writes: Int { state.withLock { $0.writes } }

    public func setDown(_ isDown: Bool) {
        state.withLock { $0.isDown = isDown }
    }

    /// The next reading of a browser calls `work` between finding its answer and giving it.
    public func pauseNextRead(_ work: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.pause = work }
    }

    private func reading() throws -> any AuthStore {
        try state.withLock { state in
            state.reads += 1
            if state.isDown { throw Down() }
        }
        return store
    }

    private func writing() throws -> any AuthStore {
        try state.withLock { state in
            state.writes += 1
            if state.isDown { throw Down() }
        }
        return store
    }
}

extension FaultyAuthStore {
    public func hasAccounts() async throws -> Bool { try await reading().hasAccounts() }

    public func accounts() async throws -> [Account] { try await reading().accounts() }

    public func account(_ id: AccountID) async throws -> Account? { try await reading().account(id) }

    public func credential(of id: AccountID) async throws -> (account: Account, passwordHash: String?)? {
        try await reading().credential(of: id)
    }

    public func browser(_ token: TokenDigest) async throws -> Browser? {
        let browser = try await reading().browser(token)
        let pause = state.withLock { state in
            defer { state.pause = nil }
            return state.pause
        }
        try await pause?()
        return browser
    }

    public func add(_ account: Account, passwordHash: String, mustBeFirst: Bool) async throws {
        try await writing().add(account, passwordHash: passwordHash, mustBeFirst: mustBeFirst)
    }

    public func setPasswordHash(_ hash: String, of id: AccountID, at time: Date) async throws {
        try await writing().setPasswordHash(hash, of: id, at: time)
    }

    public func upgradePasswordHash(from old: String, to new: String, of id: AccountID) async throws {
        try await writing().upgradePasswordHash(from: old, to: new, of: id)
    }

    public func setDisabled(_ isDisabled: Bool, _ id: AccountID, at time: Date) async throws {
        try await writing().setDisabled(isDisabled, id, at: time)
    }

    public func signIn(_ new: NewSignIn) async throws -> Browser { try await writing().signIn(new) }

    public func signOut(_ token: TokenDigest, newToken: TokenDigest, at time: Date) async throws {
        try await writing().signOut(token, newToken: newToken, at: time)
    }

    public func setAutomatic(_ change: AutomaticSignInChange) async throws -> RequestOutcome? {
        try await writing().setAutomatic(change)
    }

    public func recordUse(_ lastSeen: [SignIn.ID: Date]) async throws { try await writing().recordUse(lastSeen) }

    public func history(of id: AccountID) async throws -> AccountHistory { try await reading().history(of: id) }

    public func deleteRequestRecords(before time: Date) async throws {
        try await writing().deleteRequestRecords(before: time)
    }
}
