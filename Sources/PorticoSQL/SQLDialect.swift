import PorticoBytes

/// The differences between engines in the definition of tables.
public struct SQLDialect: Sendable {
    /// The type of a primary key that numbers the rows. A number is never used twice.
    let identity: String
    /// The type of integers of 64 bits.
    let integer: String
    /// The type of texts, which are compared byte by byte.
    let text: String
    /// The type of bytes.
    let bytes: String
    /// The text after the columns of a table.
    let tableEnding: String
    /// The text after the columns of a table whose primary key is not a number.
    let keyedTableEnding: String
    /// The statements that make what only this engine needs: functions and tables.
    let additions: [String]
    /// Whether several servers can use one database at the same time, so that what they share is in tables.
    let isShared: Bool
    /// The statement that makes a trigger.
    let trigger: @Sendable (SQLTrigger) -> String
    /// The statement with which a trigger refuses a change, with this reason.
    let refusal: @Sendable (_ reason: String) -> String

    public init(
        identity: String, integer: String, text: String, bytes: String, tableEnding: String = "",
        keyedTableEnding: String = "", additions: [String] = [], isShared: Bool = false,
        trigger: @escaping @Sendable (SQLTrigger) -> String, refusal: @escaping @Sendable (String) -> String
    ) {
        self.identity = identity
        self.integer = integer
        self.text = text
        self.bytes = bytes
        self.tableEnding = tableEnding
        self.keyedTableEnding = keyedTableEnding
        self.additions = additions
        self.isShared = isShared
        self.trigger = trigger
        self.refusal = refusal
    }
}

/// A trigger that runs for each row.
public struct SQLTrigger: Sendable {
    public let name: String
    /// The statement that it follows or precedes, such as `AFTER DELETE`.
    public let event: String
    public let table: String
    /// The condition, over `OLD` and `NEW`; nil for all rows.
    public let condition: String?
    /// One statement, over `OLD` and `NEW`.
    public let statement: String
}

/// A step of the schema, for every engine.
public struct SQLMigration: Sendable {
    /// Its number, a colon, what it does, and ``onlyAdds`` where that is so: a server of the version before reads it in the
    /// database.
    public let identifier: String
    /// Whether a server of the version before works on beside it: nothing that it uses is removed or renamed, and what it
    /// writes has no new column without a default.
    public let isAdditive: Bool
    /// The statements, in order.
    public let statements: @Sendable (SQLDialect) -> [String]

    /// The end of the identifier of a migration that only adds.
    public static let onlyAdds = " (only adds)"
    /// Earlier ones have been run without the mark.
    private static let firstMarked = 25

    public init(
        identifier: String, isAdditive: Bool = true, statements: @escaping @Sendable (SQLDialect) -> [String]
    ) {
        let isMarked = isAdditive && Int(identifier.before(":")).map { $0 >= Self.firstMarked } == true
        self.identifier = isMarked ? identifier + Self.onlyAdds : identifier
        self.isAdditive = isAdditive
        self.statements = statements
    }
}

/// The database is not one that this version can work with. The description completes a sentence about it.
public enum SchemaProblem: Error, Hashable, CustomStringConvertible {
    /// An earlier version made it, with this number of migrations.
    case older(Int)
    case newer
    /// Another program made it, or changed its tables.
    case foreign
    /// A copy to it was begun and has not ended.
    case unfinishedCopy

    public var description: String {
        switch self {
        case .older:
            "is of an earlier version of Portico: start the server, or run the command database migrate while none runs"
        case .newer:
            "is of a newer version of Portico: use that version, or restore a backup of this one"
        case .foreign:
            "is not Portico's: another program has made or changed its tables; choose another data folder"
        case .unfinishedCopy:
            "has a part of a copy that has not ended: run the command database empty --really on it, and copy again"
        }
    }
}
