import Foundation
import PorticoConfig

/// An engine that keeps tables.
public protocol SQLDatabase: Sendable {
    /// Asks in one transaction.
    func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T
    /// Asks by a single statement, which needs no transaction: where the engine can, on the thread of the caller, which costs
    /// much less.
    func ask<T: Sendable>(_ statement: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T
    /// Changes in one transaction, in which nobody else does.
    func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T
}

/// A connection within a transaction, or for a single statement. Statements are in the SQL that SQLite (3.39 or newer) and
/// PostgreSQL share, but for the function `instr` and for texts, which are compared byte by byte; their values are `$1`,
/// `$2` and so on, which first stand there in this order.
public protocol SQLConnection {
    /// The rows that a statement returns.
    func rows(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> [SQLRow]
    /// - Returns: how many rows the statement changed.
    @discardableResult
    func execute(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> Int
}

extension SQLConnection {
    func row(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> SQLRow? { try rows(sql, values).first }

    /// The first values that `make` makes of rows, passing over those that it makes nothing of: a newer version wrote them.
    func first<Value>(
        _ limit: Int, _ sql: String, _ values: [(any SQLConvertible)?], _ make: (SQLRow) throws -> Value?
    ) throws -> [Value] {
        let page = sql + " LIMIT $\(values.count + 1) OFFSET $\(values.count + 2)"
        var (found, offset): ([Value], Int) = ([], 0)
        while found.count < limit {
            let wanted = limit - found.count
            let rows = try rows(page, values + [wanted, offset])
            found += try rows.compactMap(make)
            if rows.count < wanted { break }
            offset += rows.count
        }
        return found
    }

    /// - Returns: the id of the row that the statement inserts.
    func inserted(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> Int64 {
        guard let row = try row(sql + " RETURNING id", values) else { throw SQLRow.Unreadable(column: "id") }
        return try row.value("id")
    }
}

/// The values of a statement, as it comes to be.
struct SQLValues {
    private(set) var all: [(any SQLConvertible)?]

    init(_ first: [(any SQLConvertible)?] = []) { all = first }

    /// - Returns: what stands for the value in the statement.
    mutating func add(_ value: (any SQLConvertible)?) -> String {
        all.append(value)
        return "$\(all.count)"
    }
}

/// What a column holds.
public enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes(Data)
}

/// What is kept in a column.
public protocol SQLConvertible: Sendable {
    var sqlValue: SQLValue { get }
    /// nil where the column holds something else.
    init?(_ value: SQLValue)
}

/// A row that a statement returned.
public struct SQLRow: Sendable {
    /// A column that does not hold what it should: somebody else has written it.
    public struct Unreadable: Error {
        public let column: String
    }

    /// Their names. A search through these few takes less than a table of their places.
    private let columns: [String]
    private let values: [SQLValue]

    /// - Parameter values: one for each of the columns.
    public init(columns: [String], values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    private subscript(column: String) -> SQLValue? { columns.firstIndex(of: column).map { values[$0] } }

    /// - Throws: ``Unreadable``
    public func value<Value: SQLConvertible>(_ column: String) throws -> Value {
        guard let value = self[column].flatMap(Value.init) else { throw Unreadable(column: column) }
        return value
    }

    /// nil where the column holds nothing.
    ///
    /// - Throws: ``Unreadable``
    public func optional<Value: SQLConvertible>(_ column: String) throws -> Value? {
        guard let value = self[column] else { throw Unreadable(column: column) }
        if case .null = value { return nil }
        return try self.value(column)
    }
}

extension Int64: SQLConvertible {
    public var sqlValue: SQLValue { .integer(self) }

    public init?(_ value: SQLValue) {
        guard case .integer(let number) = value else { return nil }
        self = number
    }
}

extension Int: SQLConvertible {
    public var sqlValue: SQLValue { .integer(Int64(self)) }

    public init?(_ value: SQLValue) {
        guard let number = Int64(value) else { return nil }
        self.init(exactly: number)
    }
}

/// 0 or 1.
extension Bool: SQLConvertible {
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    public init?(_ value: SQLValue) {
        guard let number = Int64(value) else { return nil }
        self = number != 0
    }
}

extension String: SQLConvertible {
    public var sqlValue: SQLValue { .text(self) }

    public init?(_ value: SQLValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Data: SQLConvertible {
    public var sqlValue: SQLValue { .bytes(self) }

    public init?(_ value: SQLValue) {
        guard case .bytes(let bytes) = value else { return nil }
        self = bytes
    }
}

/// Milliseconds since 1970, UTC. A time that is further away than can be kept is none that anybody means: the nearest.
extension Date: SQLConvertible {
    public var sqlValue: SQLValue {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return .integer(Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }

    public init?(_ value: SQLValue) {
        guard let milliseconds = Int64(value) else { return nil }
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

extension ServerID: SQLConvertible {
    public var sqlValue: SQLValue { .text(rawValue) }

    public init?(_ value: SQLValue) {
        guard let text = String(value) else { return nil }
        self.init(rawValue: text)
    }
}
