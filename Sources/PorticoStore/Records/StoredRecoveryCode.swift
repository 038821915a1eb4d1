import Foundation

/// A recovery code of an account. It works once.
public struct StoredRecoveryCode: Hashable, Sendable {
    public let digest: TokenDigest
    /// nil until the code is used.
    public let usedAt: Date?

    public init(digest: TokenDigest, usedAt: Date? = nil) {
        self.digest = digest
        self.usedAt = usedAt
    }
}
