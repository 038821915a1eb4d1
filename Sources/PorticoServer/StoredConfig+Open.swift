import PorticoConfig
import PorticoSQLite

extension StoredConfig {
    /// The configuration in a data folder, for commands that run beside the server.
    ///
    /// - Throws: ``StartFailure``
    public static func open(options: ServerOptions) throws -> StoredConfig {
        let folder = DataFolder(path: options.dataFolder)
        try folder.requireDatabase()
        return StoredConfig(store: SQLiteConfigStore(try folder.openDatabase()))
    }
}
