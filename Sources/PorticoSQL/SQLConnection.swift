import Foundation
import PorticoBytes
import PorticoConfig

/// An SQL engine.
public protocol SQLDatabase: Sendable {
    /// Whether several servers can use it. It has a clock of its own then.
    var isShared: Bool { get }
    /// Runs `body` in a read transaction.
    func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T
    /// Runs a single query without a transaction, if possible on the caller's thread, which is much faster.
    func ask<T: Sendable>(_ statement: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T
    /// Runs `body` in a write transaction. Write transactions have the same effect as if they ran one after the other.
    /// `body` may run again.
    func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T
    /// Checks that the database can be read and written.
    ///
    /// - Throws: ``StorageFailure``, or another error of the database.
    func checkWriting() async throws
    /// The greatest number that each of these tables has given to a row, even a deleted one; 0 for none.
    func lastNumbers(of tables: [String]) async throws -> [String: Int64]
    /// Makes later rows of the tables get greater numbers than these.
    func setLastNumbers(_ numbers: [String: Int64]) async throws
    /// Closes all connections. The database cannot be used any more.
    func close() throws
}

/// A connection in a transaction, or for a single query. Statements use the SQL that SQLite (3.39 or newer) and
/// PostgreSQL (14 or newer) share, and the function `instr`, which ``SQLDialect`` adds to PostgreSQL. Texts are
/// compared byte by byte. Placeholders are `$1`, `$2` and so on, in the order of their first occurrence.
public protocol SQLConnection {
    /// The rows that a statement returns.
    func rows(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> [SQLRow]
    /// - Returns: the number of changed rows.
    @discardableResult
    func execute(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> Int
    /// Announces a change to the other servers on the database when the transaction is committed. An engine with only
    /// one server does nothing.
    func announce(_ change: @autoclosure () -> SQLChange) throws
    /// From here to its end, the transaction runs alone among those that store security events. So their ids are in the
    /// order of the commits, and a reader of one event finds no earlier event later. An engine with only one writer at
    /// a time does nothing.
    func beginEvents() throws
    /// The end of a query for rows to be changed. It skips rows that another transaction is changing. Empty for an
    /// engine with only one writer at a time.
    var forUpdate: String { get }
}

extension SQLConnection {
    public func announce(_ change: @autoclosure () -> SQLChange) throws {}
    public func beginEvents() throws {}
    public var forUpdate: String { "" }

    func row(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> SQLRow? { try rows(sql, values).first }

    /// The first `limit` values that `make` returns for rows. Skips rows for which it returns nil, because a newer
    /// version wrote them.
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

    /// Deletes at most `limit` rows.
    ///
    /// - Parameter key: the columns of the primary key.
    /// - Returns: their number.
    func delete(
        from table: String, key: String = "id", where condition: String, _ values: [(any SQLConvertible)?], limit: Int
    ) throws -> Int {
        try execute(
            """
            DELETE FROM \(table) WHERE (\(key)) IN (
                SELECT \(key) FROM \(table) WHERE \(condition) LIMIT $\(values.count + 1))
            """, values + [limit])
    }

    /// - Returns: the id of the inserted row.
    func inserted(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> Int64 {
        guard let row = try row(sql + " RETURNING id", values) else { throw SQLRow.Unreadable(column: "id") }
        return try row.value("id")
    }
}

/// Collects the values of a statement while it is built.
struct SQLValues {
    private(set) var all: [(any SQLConvertible)?]

    init(_ first: [(any SQLConvertible)?] = []) { all = first }

    /// - Returns: the placeholder of the value.
    mutating func add(_ value: (any SQLConvertible)?) -> String {
        all.append(value)
        return "$\(all.count)"
    }

    /// Adds a table to join with: SQLite uses no index for `IN` over several columns.
    ///
    /// - Returns: the table, with the columns `column1`, `column2` and so on.
    mutating func add(rows: [[(any SQLConvertible)?]]) -> String {
        var tuples: [String] = []
        for row in rows {
            var marks: [String] = []
            for value in row { marks.append(add(value)) }
            tuples.append("(\(marks.joined(separator: ", ")))")
        }
        return "(VALUES \(tuples.joined(separator: ", ")))"
    }
}

/// The value of a column.
public enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes(Data)
}

/// A type that a column can store.
public protocol SQLConvertible: Sendable {
    /// The stored form.
    var sqlValue: SQLValue { get }
    /// nil if the column has another type.
    init?(_ value: SQLValue)
}

/// A row of a result.
public struct SQLRow: Sendable {
    /// The column is missing or has an unexpected value.
    public struct Unreadable: Error {
        public let column: String
    }

    /// Linear search is faster than a dictionary for so few columns.
    let columns: [String]
    let values: [SQLValue]

    /// - Parameter values: one for each of `columns`.
    public init(columns: [String], values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// The first value as text; nil for NULL, and for bytes.
    package var firstText: String? {
        switch values.first {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .bytes, .null, nil: nil
        }
    }

    /// - Throws: ``Unreadable``
    func stored(_ column: String) throws -> SQLValue {
        guard let value = self[column] else { throw Unreadable(column: column) }
        return value
    }

    private subscript(column: String) -> SQLValue? { columns.firstIndex(of: column).map { values[$0] } }

    /// The value of a column.
    ///
    /// - Throws: ``Unreadable``
    public func value<Value: SQLConvertible>(_ column: String) throws -> Value {
        guard let value = self[column].flatMap(Value.init) else { throw Unreadable(column: column) }
        return value
    }

    /// The value of a column; nil for NULL.
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

/// Stored as 0 or 1.
extension Bool: SQLConvertible {
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    public init?(_ value: SQLValue) {
        guard let number = Int64(value) else { return nil }
        self = number != 0
    }
}

/// Stored without NUL, which PostgreSQL refuses and at which SQLite would cut the text off. Browsers show U+FFFD for
/// it.
extension String: SQLConvertible {
    public var sqlValue: SQLValue {
        .text(utf8.contains(0) ? replacing(bytes: "\0", with: "\u{FFFD}") : self)
    }

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

/// Stored in milliseconds since 1970, UTC, clamped to the range of `Int64`.
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
    public var sqlValue: SQLValue { rawValue.sqlValue }

    public init?(_ value: SQLValue) {
        guard let text = String(value) else { return nil }
        self.init(rawValue: text)
    }
}
