import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// The steps about the log of security events.
extension GRDB.Database {
    /// Adds an event, where there is one, in the transaction of what it tells of.
    func log(_ event: SecurityEvent?) throws {
        guard let event else { return }
        let statement = try cachedStatement(
            sql: """
                INSERT INTO security_events (
                    kind, server, user, actor_server, actor_user, address, agent, time, detail, count)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            event.kind.rawValue, event.account?.server.rawValue, event.account?.user, event.actor?.server.rawValue,
            event.actor?.user, event.client.address, event.client.agent, event.time.milliseconds, event.detail,
            event.count,
        ])
    }

    /// Several kinds are asked for one by one: only then is each found without looking at the others.
    func events(_ query: SecurityEventQuery) throws -> [LoggedEvent] {
        guard query.account == nil, !query.kinds.isEmpty else { return try events(query, of: nil) }
        let found = try query.kinds.flatMap { try events(query, of: $0) }
        let isEarlier: (LoggedEvent, LoggedEvent) -> Bool = query.after == nil ? { $0.id > $1.id } : { $0.id < $1.id }
        return Array(found.sorted(by: isEarlier).prefix(query.limit))
    }

    private func events(_ query: SecurityEventQuery, of kind: SecurityEvent.Kind?) throws -> [LoggedEvent] {
        let filter = EventFilter(query, of: kind)
        let rows = try Row.fetchCursor(
            self, sql: "SELECT * FROM security_events\(filter.condition) ORDER BY id \(filter.order)",
            arguments: filter.arguments)
        return try rows.first(query.limit, LoggedEvent.init(row:))
    }
}

/// What a query for events asks for, in SQL.
private struct EventFilter {
    private var conditions: [String] = []
    private(set) var arguments = StatementArguments()
    let order: String

    init(_ query: SecurityEventQuery, of kind: SecurityEvent.Kind?) {
        order = query.after == nil ? "DESC" : "ASC"
        if let account = query.account { add("server = ? AND user = ?", account.arguments) }
        if let kind {
            add("kind = ?", [kind.rawValue])
        } else if !query.kinds.isEmpty {
            let marks = databaseQuestionMarks(count: query.kinds.count)
            add("kind IN (\(marks))", StatementArguments(query.kinds.map(\.rawValue)))
        }
        if let since = query.since { add("time >= ?", [since.milliseconds]) }
        if let until = query.until { add("time < ?", [until.milliseconds]) }
        if let before = query.before { add("id < ?", [before]) }
        if let after = query.after { add("id > ?", [after]) }
    }

    var condition: String { conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ") }

    private mutating func add(_ condition: String, _ more: StatementArguments) {
        conditions.append(condition)
        arguments = arguments + more
    }
}
