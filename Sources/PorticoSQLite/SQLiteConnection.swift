import Foundation
import GRDB
import PorticoSQL

/// A connection of SQLite.
struct SQLiteConnection: SQLConnection {
    let db: GRDB.Database

    func rows(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> [SQLRow] {
        let statement = try statement(sql)
        let columns = statement.columnNames
        let rows = try Row.fetchCursor(statement, arguments: arguments(values))
        return try Array(rows.map { SQLRow(columns: columns, values: $0.databaseValues.map(SQLValue.init)) })
    }

    func execute(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> Int {
        try statement(sql).execute(arguments: arguments(values))
        return db.changesCount
    }

    /// Unlike the other initializers, this one creates no key path per call.
    private func arguments(_ values: [(any SQLConvertible)?]) -> StatementArguments {
        StatementArguments(values.map { $0.databaseValue as (any DatabaseValueConvertible)? })
    }

    private func statement(_ sql: String) throws -> Statement {
        assert(Self.isInOrder(sql), "SQLite numbers values as they first stand there: \(sql)")
        return try db.cachedStatement(sql: sql)
    }

    /// Whether the first `$1` precedes the first `$2`, and so on.
    private static func isInOrder(_ sql: String) -> Bool {
        var most = 0
        for rest in sql.utf8.split(separator: UInt8(ascii: "$")).dropFirst() {
            guard let number = Int(Substring(rest.prefix { (0x30...0x39).contains($0) })), number <= most + 1 else {
                return false
            }
            most = max(most, number)
        }
        return true
    }
}

extension (any SQLConvertible)? {
    fileprivate var databaseValue: DatabaseValue {
        switch self?.sqlValue ?? .null {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): bytes.databaseValue
        }
    }
}

extension SQLValue {
    fileprivate init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .integer(Int64(number))
            case .string(let text): .text(text)
            case .blob(let bytes): .bytes(bytes)
            }
    }
}
