/// A separate connection, used on the caller's thread.
package struct PostgreSQLSession {
    private let connection: Connection

    package init(_ options: PostgreSQLOptions) throws {
        connection = try Connection(options)
    }

    /// Runs statements without values.
    package func run(_ sql: String) throws { try connection.run(sql) }

    /// Creates the tables of this version.
    package func migrate() throws {
        try connection.transaction("BEGIN") { _ in
            _ = try PostgreSQLDatabase.migrate(PostgreSQLConnection(connection: connection))
        }
    }
}
