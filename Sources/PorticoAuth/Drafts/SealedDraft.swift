import Foundation
import PorticoConfig

/// A ``Draft`` as it is kept.
public struct SealedDraft: Hashable, Sendable {
    public let token: TokenDigest
    public let browser: Browser.ID
    public let account: AccountID
    /// The path to which the form was sent.
    public let path: String
    /// The draft, as ``SecretBox`` sealed it for account and path.
    public let sealed: Data
    public let time: Date

    public init(
        token: TokenDigest, browser: Browser.ID, account: AccountID, path: String, sealed: Data, time: Date
    ) {
        self.token = token
        self.browser = browser
        self.account = account
        self.path = path
        self.sealed = sealed
        self.time = time
    }
}

/// Drafts, by the digests of their tokens. They go with the browser that sent them and with the account whose they are.
extension AuthStore {
    /// Keeps a draft. Of those of its browser the oldest go where there are more than `limit`.
    public func add(_ draft: SealedDraft, limit: Int) async throws {
        try await write { try $0.insert(draft, limit: limit) }
    }

    /// The draft with this token; nil where there is none, or it is another browser's.
    public func draft(_ token: TokenDigest, in browser: Browser.ID) async throws -> SealedDraft? {
        try await read { try $0.draft(token, in: browser) }
    }

    /// The drafts of an account, in all browsers, the oldest first.
    public func drafts(of account: AccountID) async throws -> [SealedDraft] {
        try await read { try $0.drafts(of: account) }
    }

    /// Deletes drafts that were kept before this time.
    public func deleteDrafts(keptBefore time: Date) async throws {
        try await write { try $0.deleteDrafts(keptBefore: time) }
    }
}
