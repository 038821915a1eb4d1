/// The rows of a table in the order of its key, in batches.
struct SQLBatches: Sendable {
    let table: String
    let key: [String]
    var columns = "*"
    /// The condition of all rows, over ``values``.
    var condition = "1 = 1"
    var values: [any SQLConvertible] = []

    /// - Parameters:
    ///   - last: the key of the row before the first; empty for the start.
    ///   - isDescending: whether to begin with the last rows; only for the start.
    func rows(
        after last: [StoredValue] = [], limit: Int, isDescending: Bool = false, _ connection: any SQLConnection
    ) throws -> [SQLRow] {
        let marks = key.indices.map { "$\(values.count + $0 + 1)" }.joined(separator: ", ")
        let start = last.isEmpty ? "" : "AND (\(key.joined(separator: ", "))) > (\(marks))"
        let order = key.map { isDescending ? "\($0) DESC" : $0 }.joined(separator: ", ")
        return try connection.rows(
            """
            SELECT \(columns) FROM \(table) WHERE \(condition) \(start) ORDER BY \(order)
            LIMIT $\(values.count + last.count + 1)
            """, values + last + [limit])
    }

    func key(of row: SQLRow) throws -> [StoredValue] { try key.map { StoredValue(value: try row.stored($0)) } }
}

/// A value in its stored form.
struct StoredValue: SQLConvertible {
    let value: SQLValue

    var sqlValue: SQLValue { value }

    init(value: SQLValue) { self.value = value }

    init?(_ value: SQLValue) { self.value = value }
}
