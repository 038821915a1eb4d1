/// The schema, for every engine.
///
/// Times are milliseconds since 1970, UTC; digests are the 32 bytes of a SHA-256.
public enum SQLSchema {
    /// The number of migrations that only SQLite has, from before there was another engine. ``tables`` is the schema
    /// after them.
    public static let firstVersion = 13

    /// Marks a database with an unfinished copy, in place of a migration.
    public static let unfinishedCopy = "0: a copy that has not ended"

    /// The number of the migrations of this version.
    public static var version: Int { firstVersion + migrations.count }
}
