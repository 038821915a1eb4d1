import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The security events, for administrators.
struct SecurityEventsController: Sendable {
    let administration: Administration
    private var auth: AuthServices { administration.auth }

    func events(_ request: Request, _ context: SignedInContext) async throws -> SecurityEventsPage {
        let filter = EventFilter(request)
        let zone = context.timeZone
        var page = SecurityEventsPage(
            filter: filter, events: [], older: nil, export: SitePath.exportSecurityEvents.adding(query: filter.query),
            now: auth.authenticator.time, zone: zone)
        let query: SecurityEventQuery
        do throws(EventFilterProblem) {
            query = try filter.read(in: zone)
        } catch {
            page.problem = error
            return page
        }
        let found = try await EventSlice(request).events { before, after, limit in
            var query = query
            (query.before, query.after, query.limit) = (before, after, limit)
            return try await auth.store.events(query)
        }
        page.events = try await rows(found.events)
        page.older = found.older.map { SitePath.securityEvents.adding(query: filter.query + $0) }
        page.newer = found.newer.map { SitePath.securityEvents.adding(query: filter.query + $0) }
        page.grows = found.grows
        return page
    }

    /// The events with the names of the accounts that exist.
    private func rows(_ events: [LoggedEvent]) async throws -> [EventRow] {
        let ids = Set(events.flatMap { [$0.event.account, $0.event.actor].compactMap(\.self) })
        let known = try await auth.store.accounts(Array(ids))
        return events.map { logged in
            let event = logged.event
            return EventRow(
                id: logged.id, kind: event.kind, person: event.account.map { EventPerson($0, known, at: event.time) },
                actor: event.actor.map { EventPerson($0, known, at: event.time) }, time: event.time,
                agent: event.client.agent, address: event.client.address, detail: event.detail, count: event.count,
                way: event.way(administration.root))
        }
    }

    /// One JSON object per line, newest first. Reauthentication happens on the list, which keeps the filter.
    func export(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let filter = EventFilter(request)
        guard context.isRecentlyAuthenticated else {
            return .redirect(to: .securityEvents.adding(query: filter.query))
        }
        let zone = context.timeZone
        var query: SecurityEventQuery
        do throws(EventFilterProblem) {
            query = try filter.read(in: zone)
        } catch {
            throw WebError(.unprocessableContent)
        }
        query.limit = 1000
        let body = ResponseBody { [auth, query] writer in
            var query = query
            while true {
                let events = try await auth.store.events(query)
                var lines = ByteBuffer()
                for event in events { lines.writeBytes(try event.json() + [UInt8(ascii: "\n")]) }
                try await writer.write(lines)
                guard events.count == query.limit, let last = events.last else { break }
                query.before = last.id
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/jsonl", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"security-events.jsonl\"",
            ], body: body)
    }
}

extension EventFilter {
    fileprivate init(_ request: Request) {
        self.init(
            person: request.queryField("person").trimmingCharacters(in: .whitespaces),
            kind: SecurityEventKind(rawValue: request.queryField("kind")), from: request.queryField("from"),
            to: request.queryField("to"))
    }

    /// - Parameter zone: the time zone of the days; nil for UTC.
    fileprivate func read(in zone: TimeZone?) throws(EventFilterProblem) -> SecurityEventQuery {
        var query = SecurityEventQuery()
        if !person.isEmpty {
            guard let id = AccountID(name: person) else { throw .person }
            query.account = id
        }
        query.kinds = Set([kind].compactMap(\.self))
        (query.since, query.until) = try times(in: zone)
        return query
    }
}

extension EventPerson {
    /// The person of an event. A later account with the same user name is another person's.
    fileprivate init(_ id: AccountID, _ known: [AccountID: Account], at time: Date) {
        guard let account = known[id], account.createdAt <= time else {
            self.init(user: id.name)
            return
        }
        self.init(user: id.name, name: account.shownName, path: .person(id.name))
    }
}

extension LoggedEvent {
    /// The exported form of an event.
    private struct Line: Encodable {
        let id: Int64
        let time: Date
        let kind: String
        let account: String?
        let actor: String?
        let address: String
        let browser: String
        let detail: String
        let count: Int
    }

    fileprivate func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(
            try encoder.encode(
                Line(
                    id: id, time: event.time, kind: event.kind.rawValue, account: event.account?.description,
                    actor: event.actor?.description, address: event.client.address, browser: event.client.agent,
                    detail: event.detail, count: event.count)))
    }
}
