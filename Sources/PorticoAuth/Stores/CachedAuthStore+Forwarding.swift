import Foundation
import PorticoConfig

/// Nothing of this is kept in memory.
extension CachedAuthStore {
    public func add(_ link: OneTimeLink, token: TokenDigest) async throws { try await store.add(link, token: token) }

    public func link(_ token: TokenDigest, at time: Date) async throws -> OneTimeLink {
        try await store.link(token, at: time)
    }

    public func deleteLinks(expiredBefore time: Date) async throws {
        try await store.deleteLinks(expiredBefore: time)
    }

    public func add(_ mails: [MailJob], event: SecurityEvent?, at time: Date) async throws {
        try await store.add(mails, event: event, at: time)
        if !mails.isEmpty { mailAdded() }
    }

    public func dueMails(at time: Date, limit: Int) async throws -> [QueuedMail] {
        try await store.dueMails(at: time, limit: limit)
    }

    public func nextMailTime() async throws -> Date? { try await store.nextMailTime() }

    public func remove(_ mail: QueuedMail.ID) async throws { try await store.remove(mail) }

    public func postpone(_ mail: QueuedMail.ID, to nextAttempt: Date?, problem: String) async throws {
        try await store.postpone(mail, to: nextAttempt, problem: problem)
    }

    public func mails(limit: Int) async throws -> [QueuedMail] { try await store.mails(limit: limit) }

    public func deleteGivenUpMails(queuedBefore time: Date) async throws {
        try await store.deleteGivenUpMails(queuedBefore: time)
    }

    public func gatewayToken(of signIn: SignIn.ID) async throws -> Data? {
        try await store.gatewayToken(of: signIn)
    }

    public func gatewayTokens(of account: AccountID) async throws -> [Data] {
        try await store.gatewayTokens(of: account)
    }

    public func addEndedGatewayToken(_ sealedToken: Data, of account: AccountID) async throws {
        try await store.addEndedGatewayToken(sealedToken, of: account)
    }

    public func endedGatewayTokens(
        at server: ServerID, dueBy time: Date, limit: Int
    ) async throws -> [EndedGatewayToken] {
        try await store.endedGatewayTokens(at: server, dueBy: time, limit: limit)
    }

    public func postponeEndedGatewayToken(_ id: EndedGatewayToken.ID, to time: Date) async throws {
        try await store.postponeEndedGatewayToken(id, to: time)
    }

    public func forgetEndedGatewayToken(_ id: EndedGatewayToken.ID) async throws {
        try await store.forgetEndedGatewayToken(id)
    }

    public func takeAttempt(_ limits: [LimitKey: Limit], at time: Date) async throws {
        try await store.takeAttempt(limits, at: time)
    }

    public func giveBackAttempt(_ keys: [LimitKey]) async throws { try await store.giveBackAttempt(keys) }

    public func clear(_ keys: [LimitKey]) async throws { try await store.clear(keys) }

    public func deleteAttempts(endedBefore time: Date) async throws {
        try await store.deleteAttempts(endedBefore: time)
    }

    public func add(_ draft: SealedDraft, limit: Int) async throws { try await store.add(draft, limit: limit) }

    public func draft(_ token: TokenDigest, in browser: Browser.ID) async throws -> SealedDraft? {
        try await store.draft(token, in: browser)
    }

    public func drafts(of account: AccountID) async throws -> [SealedDraft] { try await store.drafts(of: account) }

    public func deleteDrafts(keptBefore time: Date) async throws { try await store.deleteDrafts(keptBefore: time) }

    public func add(_ event: SecurityEvent) async throws { try await store.add(event) }

    public func events(_ query: SecurityEventQuery) async throws -> [LoggedEvent] { try await store.events(query) }

    public func deleteEvents(before time: Date) async throws { try await store.deleteEvents(before: time) }
}
