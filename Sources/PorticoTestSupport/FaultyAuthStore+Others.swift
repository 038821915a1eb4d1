import Foundation
import PorticoAuth
import PorticoConfig

extension FaultyAuthStore {
    public func add(_ link: OneTimeLink, token: TokenDigest) async throws {
        try await writing().add(link, token: token)
    }

    public func link(_ token: TokenDigest, at time: Date) async throws -> OneTimeLink {
        try await reading().link(token, at: time)
    }

    public func deleteLinks(expiredBefore time: Date) async throws {
        try await writing().deleteLinks(expiredBefore: time)
    }

    public func add(_ mails: [MailJob], event: SecurityEvent?, at time: Date) async throws {
        try await writing().add(mails, event: event, at: time)
    }

    public func dueMails(at time: Date, limit: Int) async throws -> [QueuedMail] {
        try await reading().dueMails(at: time, limit: limit)
    }

    public func nextMailTime() async throws -> Date? { try await reading().nextMailTime() }

    public func remove(_ mail: QueuedMail.ID) async throws { try await writing().remove(mail) }

    public func postpone(_ mail: QueuedMail.ID, to nextAttempt: Date?, problem: String) async throws {
        try await writing().postpone(mail, to: nextAttempt, problem: problem)
    }

    public func mails(limit: Int) async throws -> [QueuedMail] { try await reading().mails(limit: limit) }

    public func deleteGivenUpMails(queuedBefore time: Date) async throws {
        try await writing().deleteGivenUpMails(queuedBefore: time)
    }

    public func takeAttempt(_ limits: [LimitKey: Limit], at time: Date) async throws {
        try await writing().takeAttempt(limits, at: time)
    }

    public func giveBackAttempt(_ keys: [LimitKey]) async throws { try await writing().giveBackAttempt(keys) }

    public func clear(_ keys: [LimitKey]) async throws { try await writing().clear(keys) }

    public func deleteAttempts(endedBefore time: Date) async throws {
        try await writing().deleteAttempts(endedBefore: time)
    }

    public func add(_ draft: SealedDraft, limit: Int) async throws { try await writing().add(draft, limit: limit) }

    public func draft(_ token: TokenDigest, in browser: Browser.ID) async throws -> SealedDraft? {
        try await reading().draft(token, in: browser)
    }

    public func drafts(of account: AccountID) async throws -> [SealedDraft] { try await reading().drafts(of: account) }

    public func deleteDrafts(keptBefore time: Date) async throws { try await writing().deleteDrafts(keptBefore: time) }

    public func add(_ event: SecurityEvent) async throws { try await writing().add(event) }

    public func events(_ query: SecurityEventQuery) async throws -> [LoggedEvent] { try await reading().events(query) }

    public func deleteEvents(before time: Date) async throws { try await writing().deleteEvents(before: time) }
}
