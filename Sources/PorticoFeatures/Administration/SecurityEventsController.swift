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
    private static let pageLength = 50

    func events(_ request: Request, _ context: SignedInContext) async throws -> SecurityEventsPage {
        let filter = EventFilter(request)
        let export = SitePath.exportSecurityEvents.adding(query: filter.query)
        var query: SecurityEventQuery
        do throws(EventFilterProblem) {
            query = try filter.read()
        } catch {
            return SecurityEventsPage(filter: filter, events: [], older: nil, export: export, problem: error)
        }
        query.before = request.uri.queryParameters["before"].flatMap { Int64($0) }
        query.limit = Self.pageLength + 1
        return try await page(filter, query, export)
    }

    private func page(
        _ filter: EventFilter, _ query: SecurityEventQuery, _ export: SitePath
    ) async throws -> SecurityEventsPage {
        let found = try await auth.store.events(query)
        let shown = found.prefix(Self.pageLength)
        let last = found.count > shown.count ? shown.last?.id : nil
        return SecurityEventsPage(
            filter: filter, events: shown.map(EventRow.init),
            older: last.map { SitePath.securityEvents.adding(query: filter.query + [("before", "\($0)")]) },
            export: export)
    }

    /// One JSON object per line, newest first. Reauthentication happens on the list, which keeps the filter.
    func export(_ request: Request, _ context: SignedInContext, _ pages: Pages) throws -> Response {
        guard context.isRecentlyAuthenticated else {
            return .redirect(to: .securityEvents.adding(query: EventFilter(request).query))
        }
        var query: SecurityEventQuery
        do throws(EventFilterProblem) {
            query = try EventFilter(request).read()
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

extension EventFilterProblem: Error {}

extension EventFilter {
    fileprivate init(_ request: Request) {
        self.init(
            person: request.queryField("person").trimmingCharacters(in: .whitespaces),
            kind: SecurityEventKind(rawValue: request.queryField("kind")), from: request.queryField("from"),
            to: request.queryField("to"))
    }

    fileprivate var query: [(String, String)] {
        [("person", person), ("kind", kind?.rawValue ?? ""), ("from", from), ("to", to)].filter { !$0.1.isEmpty }
    }

    fileprivate func read() throws(EventFilterProblem) -> SecurityEventQuery {
        var query = SecurityEventQuery()
        if !person.isEmpty {
            guard let id = AccountID(name: person) else { throw .person }
            query.account = id
        }
        query.kinds = Set([kind].compactMap(\.self))
        query.since = try date(from)
        query.until = try date(to)?.addingTimeInterval(86_400)
        return query
    }

    /// The start of a day in UTC.
    private func date(_ text: String) throws(EventFilterProblem) -> Date? {
        guard !text.isEmpty else { return nil }
        guard let date = try? Date(text, strategy: .iso8601.year().month().day()) else {
            throw .date
        }
        return date
    }
}

extension EventRow {
    fileprivate init(_ logged: LoggedEvent) {
        let event = logged.event
        self.init(
            id: logged.id, kind: event.kind, person: event.account?.name, actor: event.actor?.name, time: event.time,
            place: event.client.place, detail: event.detail, count: event.count)
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
