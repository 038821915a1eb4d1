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
public protocol DraftStore: Sendable {
    /// Keeps a draft. Of those of its browser the oldest go where there are more than `limit`.
    func add(_ draft: SealedDraft, limit: Int) async throws
    /// The draft with this token; nil where there is none, or it is another browser's.
    func draft(_ token: TokenDigest, in browser: Browser.ID) async throws -> SealedDraft?
    /// The drafts of an account, in all browsers, the oldest first.
    func drafts(of account: AccountID) async throws -> [SealedDraft]
    /// Deletes drafts that were kept before this time.
    func deleteDrafts(keptBefore time: Date) async throws
}
