import Foundation
import PorticoConfig
import PorticoStore

extension SQLAuthTransaction {
    /// The event is stored at the end of the transaction, by ``storeEvents()``.
    func insert(_ event: SecurityEvent) throws {
        changes.log(event)
    }

    /// Stores the events of the transaction. Call it last.
    func storeEvents() throws {
        guard !changes.events.isEmpty else { return }
        try connection.beginEvents()
        // Other writers wait until the end of the transaction, so an import of many people needs few statements.
        var rest = changes.events[...]
        while !rest.isEmpty {
            try store(rest.prefix(Self.eventsAtOnce))
            rest = rest.dropFirst(Self.eventsAtOnce)
        }
    }

    private static let eventsAtOnce = 200

    private func store(_ events: ArraySlice<SecurityEvent>) throws {
        var values = SQLValues()
        let rows = events.map { event in
            let row: [(any SQLConvertible)?] = [
                event.kind.rawValue, event.account?.server, event.account?.user, event.actor?.server,
                event.actor?.user, event.client.address, event.client.agent, event.time, event.detail, event.count,
            ]
            return "(\(row.map { values.add($0) }.joined(separator: ", ")))"
        }
        try connection.execute(
            """
            INSERT INTO security_events (
                kind, server, user_name, actor_server, actor_user, address, agent, time, detail, count)
            VALUES \(rows.joined(separator: ", "))
            """, values.all)
    }

    /// Queries several kinds one by one, so that each query uses the index by kind and id.
    func events(_ query: SecurityEventQuery) throws -> [LoggedEvent] {
        guard query.account == nil, !query.kinds.isEmpty else { return try events(query, of: Array(query.kinds)) }
        let found = try query.kinds.flatMap { try events(query, of: [$0]) }
        let isEarlier: (LoggedEvent, LoggedEvent) -> Bool = query.after == nil ? { $0.id > $1.id } : { $0.id < $1.id }
        return Array(found.sorted(by: isEarlier).prefix(query.limit))
    }

    /// The conditions are those of the index, so they are no values.
    func imports(at time: Date, before: LoggedEvent.ID?) throws -> [LoggedEvent] {
        let end = before ?? .max
        return try connection.rows(
            """
            SELECT * FROM security_events WHERE kind = 'imported' AND server IS NULL AND time = $1 AND id < $2
            ORDER BY id DESC
            """, [time, end]
        ).compactMap(LoggedEvent.init(row:))
    }

    func newestWrittenEvent() throws -> LoggedEvent.ID {
        try connection.row("SELECT newest FROM written_events", [])?.value("newest") ?? 0
    }

    func setNewestWrittenEvent(_ id: LoggedEvent.ID) throws {
        try connection.execute(
            "INSERT INTO written_events (id, newest) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET newest = $1", [id])
    }

    private func events(_ query: SecurityEventQuery, of kinds: [SecurityEvent.Kind]) throws -> [LoggedEvent] {
        var (conditions, values): ([String], SQLValues) = ([], SQLValues())
        if let account = query.account {
            conditions += ["server = \(values.add(account.server))", "user_name = \(values.add(account.user))"]
        }
        if !kinds.isEmpty {
            conditions.append("kind IN (\(kinds.map { values.add($0.rawValue) }.joined(separator: ", ")))")
        }
        if let since = query.since { conditions.append("time >= \(values.add(since))") }
        if let until = query.until { conditions.append("time < \(values.add(until))") }
        if let before = query.before { conditions.append("id < \(values.add(before))") }
        if let after = query.after { conditions.append("id > \(values.add(after))") }
        let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        return try connection.first(
            query.limit,
            "SELECT * FROM security_events \(condition) ORDER BY id \(query.after == nil ? "DESC" : "ASC")", values.all,
            LoggedEvent.init(row:))
    }

    func deleteEvents(before time: Date, limit: Int) throws -> Int {
        try connection.delete(from: "security_events", where: "time < $1", [time], limit: limit)
    }

    /// Ids increase by one with each event, so their difference is at least the number of events between them.
    func deleteEvents(beyond maximum: Int, limit: Int) throws -> Int {
        try connection.delete(
            from: "security_events", where: "id <= (SELECT max(id) FROM security_events) - $1", [maximum], limit: limit)
    }

    func counts(eventsSince time: Date, limit: Int) throws -> StoreCounts {
        let row = try connection.row(
            """
            SELECT
                (SELECT count(*) FROM (SELECT 1 FROM accounts LIMIT $1) AS a) AS account_count,
                (SELECT count(*) FROM (SELECT 1 FROM security_events WHERE time >= $2 LIMIT $1) AS e) AS event_count,
                (SELECT count(*) FROM (SELECT 1 FROM queued_mails LIMIT $1) AS m) AS mail_count
            """, [max(0, limit), time])
        return StoreCounts(
            accounts: try row?.value("account_count") ?? 0, events: try row?.value("event_count") ?? 0,
            mails: try row?.value("mail_count") ?? 0)
    }
}
