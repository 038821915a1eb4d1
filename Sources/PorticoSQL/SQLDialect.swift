import PorticoBytes

/// The differences between engines in the definition of tables.
public struct SQLDialect: Sendable {
    /// The type of a primary key that numbers the rows. A number is never used twice.
    let identity: String
    /// The type of integers of 64 bits.
    let integer: String
    /// The type of texts that are compared byte by byte.
    let text: String
    /// The type of bytes.
    let bytes: String
    /// The text after the columns of a table.
    let tableEnding: String
    /// The text after the columns of a table whose primary key is not a number.
    let keyedTableEnding: String
    /// Statements for functions and tables that only this engine needs.
    let additions: [String]
    /// Whether several servers can use one database at the same time, and share state in tables.
    let isShared: Bool
    /// The statement that creates a trigger.
    let trigger: @Sendable (SQLTrigger) -> String
    /// The statement in a trigger that refuses a change for this reason.
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
    /// Its number, a colon, a description, and ``onlyAdds`` if that applies. Servers of earlier versions read it in the
    /// database.
    public let identifier: String
    /// Whether servers of the version before still work afterwards: the migration removes and renames nothing that they
    /// use, and adds no column without a default to tables that they write.
    public let isAdditive: Bool
    /// The statements, in order.
    public let statements: @Sendable (SQLDialect) -> [String]
    /// Fills new columns with values that SQL cannot make, after the statements; nil if there are none.
    public let fill: (@Sendable (any SQLConnection) throws -> Void)?
    /// The statements that index the filled columns, after all else.
    public let indexes: [String]

    /// The end of the identifier of a migration that only adds.
    public static let onlyAdds = " (only adds)"
    /// The number of the first migration with the mark. Databases have the earlier identifiers without it.
    private static let firstMarked = 25

    public init(
        identifier: String, isAdditive: Bool = true, indexes: [String] = [],
        statements: @escaping @Sendable (SQLDialect) -> [String],
        fill: (@Sendable (any SQLConnection) throws -> Void)? = nil
    ) {
        let isMarked = isAdditive && Int(identifier.before(":")).map { $0 >= Self.firstMarked } == true
        self.identifier = isMarked ? identifier + Self.onlyAdds : identifier
        self.isAdditive = isAdditive
        self.statements = statements
        self.fill = fill
        self.indexes = indexes
    }
}

/// The database does not fit this version. The description completes a sentence about it.
public enum SchemaProblem: Error, Hashable, CustomStringConvertible {
    /// An earlier version created it, with this number of migrations.
    case older(Int)
    case newer
    /// Another program created it, or changed its tables.
    case foreign
    /// A copy to this database has begun but not ended.
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
