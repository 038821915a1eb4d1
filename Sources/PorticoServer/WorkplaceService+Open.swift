import PorticoConfig
import PorticoSQLite

extension WorkplaceService {
    /// The workplaces in a data folder, for commands that run beside the server.
    ///
    /// - Parameter makesMissing: whether folder and database are made where they are missing.
    /// - Throws: ``StartFailure``
    public static func open(options: ServerOptions, makesMissing: Bool = false) throws -> WorkplaceService {
        let folder = DataFolder(path: options.dataFolder)
        try makesMissing ? folder.create() : folder.requireDatabase()
        return WorkplaceService(
            store: SQLiteWorkplaceStore(try folder.openDatabase()), changes: ConfigChanges(), capacity: 0)
    }
}
