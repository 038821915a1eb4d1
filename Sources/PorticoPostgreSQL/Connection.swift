import CPostgreSQL
import Foundation
import PorticoBytes
import PorticoConfig
import PorticoSQL

/// A connection of libpq.
///
/// `@unchecked Sendable`: it is either in the pool, which has a lock, or used by the one thread that took it.
final class Connection: @unchecked Sendable {
    /// The text of a statement, with the types of its values.
    private struct Statement: Hashable {
        let sql: String
        let types: [Oid]
    }

    /// Identifies this server in announcements.
    let node: String
    private let handle: OpaquePointer
    /// Maximum time to wait for a reply. The server ends a statement earlier; the rest is for a server that does not
    /// reply.
    private let timeout: Duration
    /// Whether the statements of the transaction have no time limit.
    private var isUnlimited = false
    private var prepared: [Statement: String] = [:]
    /// Whether a statement of the transaction met a conflict. The transaction can then only be repeated.
    private(set) var hasConflict = false
    /// Whether a prepared statement is no longer valid on the server.
    private var isOutdated = false
    /// Whether it has been in the pool, where the server may have closed it.
    var isReused = false

    /// - Parameters:
    ///   - node: identifies this server in announcements.
    ///   - answer: maximum time to wait for a reply; nil for that of a statement.
    /// - Throws: ``ConnectionLost``, ``PostgreSQLFailure``
    init(_ options: PostgreSQLOptions, node: String = "", answer: Duration? = nil) throws {
        self.node = node
        let parameters: [String: String]
        do {
            parameters = try options.connectionParameters()
        } catch {
            throw ConnectionLost(reason: "the file of the password cannot be read", cause: .noPassword)
        }
        let keywords = parameters.keys.map { strdup($0) } + [nil]
        let values = parameters.values.map { strdup($0) } + [nil]
        defer { (keywords + values).forEach { free($0) } }
        let begun = ContinuousClock.now
        guard
            let handle = PQconnectdbParams(
                keywords.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 0)
        else { throw ConnectionLost(reason: "out of memory") }
        self.handle = handle
        timeout = answer ?? options.timeout + .seconds(2)
        guard PQstatus(handle) == CONNECTION_OK else {
            let message = Self.message(of: handle)
            if message.hasBytes(of: "read-only") { throw ConnectionLost(reason: message, cause: .readOnly) }
            let isSlow = ContinuousClock.now - begun > Self.quick
            throw ConnectionLost(reason: message, cause: isSlow ? .unreachable : Self.cause(keywords, values))
        }
        let version = PQserverVersion(handle)
        guard version >= 140_000 else {
            throw ConnectionLost(
                reason: "PostgreSQL \(version / 10_000) is too old: 14 is the oldest that works", cause: .outdated)
        }
        portico_pq_ignore_notices(handle)
        let limit = options.timeout.milliseconds
        try run(
            """
            SET statement_timeout = \(limit); SET lock_timeout = \(limit / 2);
            SET idle_in_transaction_session_timeout = \(2 * limit)
            """)
    }

    deinit {
        PQfinish(handle)
    }

    /// A server that refuses a connection does so within this time. After a longer time no server was there, and a
    /// further attempt to find the cause would take as long.
    private static let quick = Duration.seconds(1)

    /// The reason why there is no connection.
    private static func cause(
        _ keywords: [UnsafeMutablePointer<CChar>?], _ values: [UnsafeMutablePointer<CChar>?]
    ) -> StorageFailure.Cause {
        switch PQpingParams(keywords.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 0) {
        case PQPING_OK: .refused
        case PQPING_REJECT: .starting
        default: .unreachable
        }
    }

    /// Whether it can be used for another transaction.
    var isUsable: Bool {
        PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE && !isOutdated
    }

    /// Runs a single statement without a transaction.
    func ask<T>(_ statement: (any SQLConnection) throws -> T) throws -> T {
        hasConflict = false
        forgetStatements(beyond: 500)
        return try statement(PostgreSQLConnection(connection: self))
    }

    /// Runs `body` between `begin` and a commit, or rolls back.
    ///
    /// - Parameter isUnlimited: whether the statements have no time limit.
    /// - Throws: the error of `body`, ``PostgreSQLFailure``, ``ConnectionLost``, ``CommitLost``
    func transaction<T>(
        _ begin: String, isUnlimited: Bool = false, _ body: (any SQLConnection) throws -> T
    ) throws -> T {
        hasConflict = false
        forgetStatements(beyond: 500)
        self.isUnlimited = isUnlimited
        defer { self.isUnlimited = false }
        do {
            try run(isUnlimited ? "\(begin); SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0" : begin)
        } catch let failure as PostgreSQLFailure {
            try run("ROLLBACK")
            guard failure.isOfOutdatedStatement else { throw failure }
            // Here the code does not mean an outdated statement: a standby begins no serializable transaction.
            throw PostgreSQLFailure(code: "25006", message: failure.message)
        }
        let result: T
        do {
            result = try body(PostgreSQLConnection(connection: self))
        } catch let lost as ConnectionLost {
            throw lost
        } catch {
            try run("ROLLBACK")
            throw error
        }
        try commit()
        return result
    }

    /// The connection was lost during the commit. Whether the transaction was committed is unknown.
    struct CommitLost: Error {
        let reason: ConnectionLost
    }

    private func commit() throws {
        let result: Result
        do {
            result = try run("COMMIT")
        } catch let lost as ConnectionLost {
            throw CommitLost(reason: lost)
        }
        // The reply to the commit of a transaction with a failed statement is ROLLBACK.
        guard result.command == "COMMIT" else {
            throw PostgreSQLFailure(code: "25P02", message: "the transaction was rolled back")
        }
    }

    /// Runs statements without values.
    @discardableResult
    func run(_ sql: String) throws -> Result {
        guard PQsendQuery(handle, sql) == 1 else { throw ConnectionLost(reason: Self.message(of: handle)) }
        return try answer()
    }

    /// Runs a statement, which the server prepares once per connection.
    func run(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> Result {
        let values = Values(values)
        let name = try name(of: Statement(sql: sql, types: values.types))
        let isSent = values.withPointers { pointers, lengths, formats in
            PQsendQueryPrepared(handle, name, Int32(values.types.count), pointers, lengths, formats, 1)
        }
        guard isSent == 1 else { throw ConnectionLost(reason: Self.message(of: handle)) }
        return try answer(isPrepared: true)
    }

    private func name(of statement: Statement) throws -> String {
        if let name = prepared[statement] { return name }
        let name = "s\(prepared.count)"
        guard PQsendPrepare(handle, name, statement.sql, Int32(statement.types.count), statement.types) == 1 else {
            throw ConnectionLost(reason: Self.message(of: handle))
        }
        _ = try answer()
        prepared[statement] = name
        return name
    }

    private func forgetStatements(beyond most: Int) {
        guard prepared.count > most, (try? run("DEALLOCATE ALL")) != nil else { return }
        prepared = [:]
    }

    /// The last result of the sent statements.
    private func answer(isPrepared: Bool = false) throws -> Result {
        let end = ContinuousClock.now + (isUnlimited ? .seconds(86_400) : timeout)
        var last: Result?
        var failure: PostgreSQLFailure?
        while let result = try next(before: end) {
            failure = failure ?? result.failure
            last = result
        }
        if let failure {
            if failure.isConflict, isPrepared || !failure.isOfOutdatedStatement { hasConflict = true }
            if isPrepared, failure.isOfOutdatedStatement { isOutdated = true }
            // A server that closes the connection gives the reason.
            guard PQstatus(handle) == CONNECTION_OK else { throw ConnectionLost(reason: failure.description) }
            throw failure
        }
        guard let last, PQstatus(handle) == CONNECTION_OK else {
            throw ConnectionLost(reason: Self.message(of: handle))
        }
        return last
    }

    private func next(before end: ContinuousClock.Instant) throws -> Result? {
        while PQisBusy(handle) == 1 {
            guard wait(until: end) else { throw ConnectionLost(reason: "the server does not answer", isSilent: true) }
            guard PQconsumeInput(handle) == 1 else { throw ConnectionLost(reason: Self.message(of: handle)) }
        }
        return PQgetResult(handle).map(Result.init)
    }

    struct Notification {
        let channel: String
        let text: String
    }

    /// The notifications that arrive within `time`; returns as soon as there is one.
    func notifications(within time: Duration) throws -> [Notification] {
        let known = takeNotifications()
        guard known.isEmpty, wait(until: ContinuousClock.now + time) else { return known }
        guard PQconsumeInput(handle) == 1 else { throw ConnectionLost(reason: Self.message(of: handle)) }
        return takeNotifications()
    }

    private func takeNotifications() -> [Notification] {
        var notifications: [Notification] = []
        while let notification = PQnotifies(handle) {
            notifications.append(
                Notification(
                    channel: String(cString: notification.pointee.relname),
                    text: String(cString: notification.pointee.extra)))
            PQfreemem(notification)
        }
        return notifications
    }

    /// - Returns: false if the server has sent nothing. The connection is then unusable.
    func wait(until end: ContinuousClock.Instant) -> Bool {
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        while true {
            let rest = max(0, (end - ContinuousClock.now).milliseconds)
            let count = poll(&descriptor, 1, Int32(clamping: rest))
            if count > 0 { return true }
            if count == 0 || errno != EINTR { return false }
        }
    }

    private static func message(of handle: OpaquePointer) -> String {
        let text = String(cString: PQerrorMessage(handle)).fields(omittingEmpty: true) { $0 == 10 || $0 == 13 }.joined(
            separator: " ")
        return text.isEmpty ? "the server does not answer" : text
    }
}

/// A connection of PostgreSQL.
struct PostgreSQLConnection: SQLConnection {
    let connection: Connection

    func rows(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> [SQLRow] {
        try connection.run(sql, values).rows()
    }

    @discardableResult
    func execute(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> Int {
        try connection.run(sql, values).changes
    }

    func announce(_ change: @autoclosure () -> SQLChange) throws {
        try Announcements.send(change(), of: connection.node, self)
    }

    func beginEvents() throws { try AdvisoryLock.securityEvents.take(self) }

    var forUpdate: String { " FOR UPDATE SKIP LOCKED" }

    /// Runs statements without values, several at once.
    func define(_ sql: String) throws { try connection.run(sql) }
}
