import Foundation
import PorticoConfig

extension AuthStore {
    /// Stores a link by the digest of its token.
    ///
    /// - Parameters:
    ///   - tokens: the possible tokens of the link. If one of them already has a link, that link is prolonged;
    ///     otherwise the new link gets the first token.
    ///   - mail: the queued mail with the link; nil if there is none.
    /// - Returns: the index of its token; nil if the mail is no longer in the queue, because its link was withdrawn, or
    ///   if the link was used.
    @discardableResult
    public func add(_ link: OneTimeLink, tokens: [TokenDigest], of mail: QueuedMail.ID? = nil) async throws -> Int? {
        try await write { transaction in
            if let mail, try transaction.mail(mail) == nil { return nil }
            for (index, token) in tokens.enumerated() {
                guard let known = try transaction.link(token) else { continue }
                guard !known.isUsed else { return nil }
                try transaction.prolong(token, until: link.expiresAt)
                return index
            }
            try transaction.insert(link, token: tokens[0])
            return 0
        }
    }

    /// The working link with this token.
    ///
    /// - Throws: a ``LinkProblem`` if there is none.
    public func link(_ token: TokenDigest, at time: Date) async throws -> OneTimeLink {
        try await read { try $0.workingLink(token, at: time) }
    }

    /// Deletes links that expired before `time`. Used links are kept until then, to be recognized as used.
    public func deleteLinks(expiredBefore time: Date) async throws {
        try await deleteInBatches { try $0.deleteLinks(expiredBefore: time, limit: $1) }
    }
}

extension AuthTransaction {
    /// - Throws: a ``LinkProblem``
    fileprivate func workingLink(_ token: TokenDigest, at time: Date) throws -> OneTimeLink {
        guard let (link, isUsed) = try link(token) else { throw LinkProblem.unknown }
        guard !isUsed else { throw LinkProblem.used }
        guard link.expiresAt > time else { throw LinkProblem.expired }
        return link
    }

    /// Uses up a link within the transaction that it permits: if the transaction fails, the link still works.
    ///
    /// - Throws: a ``LinkProblem``; `unknown` if the link has another purpose.
    func use(_ token: TokenDigest, for purposes: Set<OneTimeLink.Purpose>, at time: Date) throws -> OneTimeLink {
        let link = try workingLink(token, at: time)
        guard purposes.contains(link.purpose) else { throw LinkProblem.unknown }
        guard try useUp(token) else { throw LinkProblem.used }
        return link
    }
}
