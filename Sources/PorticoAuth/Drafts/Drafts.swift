import Foundation
import PorticoConfig

/// Keeps forms submitted after a sign-in had ended: encrypted, for an hour, for the same account in the same browser.
public struct Drafts: Sendable {
    let store: any AuthStore
    let box: SecretBox
    let now: @Sendable () -> Date

    /// Maximum size in bytes, and maximum number of fields, of a draft.
    static let limit = 16_384
    static let fieldLimit = 1000
    /// Maximum number of drafts and kept pages of a browser.
    static let perBrowser = 8
    /// Lifetime of a draft, in seconds.
    package static let lifetime: TimeInterval = 3600

    /// Keeps a draft.
    ///
    /// - Returns: the token to get it back in the same browser; nil if it is too large, or if the account was never
    ///   signed in to in this browser.
    public func keep(_ draft: Draft, of browser: Browser.ID) async throws -> Token? {
        guard draft.size <= Self.limit, draft.fields.count + draft.files.count <= Self.fieldLimit,
            try await store.hasSignedIn(draft.account, in: browser)
        else { return nil }
        let token = Token.random()
        let sealed = try box.seal(
            try JSONEncoder().encode(draft), for: .draft,
            context: SecretBox.context(ofDraftOf: draft.account, path: draft.path))
        try await store.add(
            SealedDraft(
                token: token.digest, browser: browser, account: draft.account, path: draft.path, sealed: sealed,
                time: now()),
            limit: Self.perBrowser)
        return token
    }

    /// The draft with this token; nil if there is none, it has expired, or it belongs to another browser or account.
    public func draft(_ secret: String, in browser: Browser.ID, of account: AccountID) async throws -> Draft? {
        let found = try await store.draft(TokenDigest(of: secret), in: browser)
        return try found.flatMap { try opened($0, of: account) }
    }

    /// The drafts of an account in all browsers with their creation times, oldest first.
    public func drafts(of account: AccountID) async throws -> [(draft: Draft, time: Date)] {
        try await store.drafts(of: account).compactMap { found in
            try opened(found, of: account).map { ($0, found.time) }
        }
    }

    /// Deletes expired drafts.
    public func deleteExpired() async throws {
        try await store.deleteDrafts(keptBefore: now() - Self.lifetime)
    }

    private func opened(_ found: SealedDraft, of account: AccountID) throws -> Draft? {
        guard found.account == account, found.time > now() - Self.lifetime else { return nil }
        let context = SecretBox.context(ofDraftOf: account, path: found.path)
        if let draft = box.open(found.sealed, for: .draft, context: context) {
            return try JSONDecoder().decode(Draft.self, from: draft)
        }
        // Kept pages are among the drafts.
        guard box.opens(found) else { throw StorageFailure(unknownKeyOf: "draft") }
        return nil
    }
}

/// Drafts, by the digests of their tokens. Deleting the browser or the account deletes its drafts.
extension AuthStore {
    /// Adds a draft, and deletes the browser's oldest drafts beyond `limit`.
    public func add(_ draft: SealedDraft, limit: Int) async throws {
        try await write { try $0.insert(draft, limit: limit) }
    }

    /// The draft with this token; nil if there is none, or it belongs to another browser.
    public func draft(_ token: TokenDigest, in browser: Browser.ID) async throws -> SealedDraft? {
        try await read { try $0.draft(token, in: browser) }
    }

    /// The drafts of an account in all browsers, oldest first.
    public func drafts(of account: AccountID) async throws -> [SealedDraft] {
        try await read { try $0.drafts(of: account) }
    }

    /// Deletes drafts created before `time`.
    public func deleteDrafts(keptBefore time: Date) async throws {
        try await deleteInBatches { try $0.deleteDrafts(keptBefore: time, limit: $1) }
    }
}
