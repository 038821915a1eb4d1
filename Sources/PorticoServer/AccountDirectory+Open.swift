import Foundation
import PorticoAuth
import PorticoSQLite

extension AccountDirectory {
    /// The accounts in a data folder, for commands that run beside the server.
    ///
    /// - Throws: ``StartFailure``
    public static func open(options: ServerOptions) throws -> AccountDirectory {
        let folder = DataFolder(path: options.dataFolder)
        try folder.create()
        return AccountDirectory(
            store: SQLiteAuthStore(try folder.openDatabase()), hasher: PasswordHasher(), policy: PasswordPolicy(),
            appName: options.appName, now: { Date() })
    }
}
