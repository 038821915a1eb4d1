import Foundation

/// One-time links, by the digests of their tokens. What uses one up is the change that it allows, in one transaction.
public protocol LinkStore: Sendable {
    /// Keeps a link.
    func add(_ link: OneTimeLink, token: TokenDigest) async throws
    /// The link with this token.
    ///
    /// - Throws: a ``LinkProblem`` where there is none that works.
    func link(_ token: TokenDigest, at time: Date) async throws -> OneTimeLink
    /// Deletes links that expired before this time. Until then a used one is known as such.
    func deleteLinks(expiredBefore time: Date) async throws
}
