import PorticoSQLite

// Stores on a database in memory of their own.

extension SQLiteAuthStore {
    public static func inMemory() -> SQLiteAuthStore { SQLiteAuthStore(.forTest()) }
}

extension SQLiteConfigStore {
    public static func inMemory() -> SQLiteConfigStore { SQLiteConfigStore(.forTest()) }
}

extension SQLiteWorkplaceStore {
    public static func inMemory() -> SQLiteWorkplaceStore { SQLiteWorkplaceStore(.forTest()) }
}

extension Database {
    fileprivate static func forTest() -> Database {
        do { return try inMemory() } catch { preconditionFailure("no database in memory: \(error)") }
    }
}
