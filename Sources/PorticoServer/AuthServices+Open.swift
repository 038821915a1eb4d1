import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQLite

extension AuthServices {
    /// Accounts and sign-ins in a data folder, for commands that run beside the server.
    ///
    /// - Parameter makesMissing: whether folder and database are made where they are missing.
    /// - Throws: ``StartFailure``
    public static func open(options: ServerOptions, makesMissing: Bool = false) throws -> AuthServices {
        let folder = DataFolder(path: options.dataFolder)
        try makesMissing ? folder.create() : folder.requireDatabase()
        return AuthServices(
            store: SQLiteAuthStore(try folder.openDatabase()), cacheCapacity: 0, changes: ConfigChanges(),
            hasher: PasswordHasher(), policy: options.auth, registration: options.registration,
            appName: options.appName, now: { Date() })
    }
}
