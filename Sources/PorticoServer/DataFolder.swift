import Foundation
import Logging
import PorticoAuth
import PorticoBytes
import PorticoSQL
import PorticoSQLite

/// The folder of a server's data: the database, the keys, the lock, the set-up link.
///
/// Only its owner may read the folder and its files; see `tighten(_:)`.
public struct DataFolder: Sendable {
    public let path: String

    public init(path: String) {
        self.path = path
    }

    /// Creates the folder if missing, accessible only by its owner.
    ///
    /// - Throws: ``StartFailure``
    public func create() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StartFailure("the data folder \(path) cannot be made: \(error.reason)")
        }
        try requireAccess()
    }

    /// Requires an existing database.
    ///
    /// - Throws: ``StartFailure``
    public func requireDatabase() throws {
        guard access(databasePath, F_OK) == 0 || errno == EACCES else {
            throw StartFailure("there is no database in \(path)")
        }
        try requireAccess()
    }

    public var hasDatabase: Bool { access(databasePath, F_OK) == 0 }

    /// The number of migrations that the database has.
    ///
    /// - Throws: ``StartFailure``
    func version() throws -> Int {
        try requireDatabase()
        return try describingErrors { try SQLiteDatabase.version(ofFile: databasePath) }
    }

    /// Opens the database in the folder, and creates it if missing. The schema of an earlier version stays as it is.
    ///
    /// - Throws: ``StartFailure``
    public func openDatabase(logger: Logger = Logger(label: "portico")) throws -> SQLiteDatabase {
        try withDatabase(logger) { try SQLiteDatabase.open(path: databasePath) }
    }

    /// Migrates the schema of an earlier version, after copying the database to a file beside it.
    ///
    /// - Parameter lock: the proof that no server uses the database.
    /// - Returns: nil if there is nothing to do.
    /// - Throws: ``StartFailure``
    func migrateDatabase(_ lock: Lock, logger: Logger) throws -> SchemaMigration? {
        guard let migration = try withDatabase(logger, { try SQLiteDatabase.migrate(path: databasePath) }) else {
            return nil
        }
        keepOwner(of: migration.copy)
        logger.notice(
            "the database is of an earlier version and was migrated",
            metadata: ["from": "\(migration.from)", "to": "\(migration.to)", "copy": "\(migration.copy)"])
        return migration
    }

    /// The number of the latest migration of a newer version; nil if there is none.
    ///
    /// - Throws: ``StartFailure``
    func newestMigration() throws -> Int? {
        try describingErrors { try SQLiteDatabase.newestMigration(ofFile: databasePath) }
    }

    /// The options stored in the database; empty if there is no database.
    func keptOptions() async throws -> [String: String] {
        guard hasDatabase else { return [:] }
        // The options of `serve` are read before it migrates.
        let database = try withDatabase(Logger(label: "portico")) {
            try SQLiteDatabase.open(path: databasePath, allowsOlder: true)
        }
        let kept = try await StoredOptions.values(ofAnyVersion: SQLConfigStore(database))
        try database.close()
        return kept
    }

    /// Creates the database file if missing, uses it, and tightens the folder once it is known to be Portico's.
    ///
    /// SQLite gives its other files the mode and the owner of the database. An existing file is not opened: closing it
    /// would end the locks of this process's connections.
    ///
    /// - Throws: ``StartFailure``
    private func withDatabase<Result>(_ logger: Logger, _ work: () throws -> Result) throws -> Result {
        let descriptor = open(databasePath, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            keepOwner(of: databasePath)
        }
        for file in [databasePath, "\(databasePath)-wal", "\(databasePath)-shm"] { try requireAccess(to: file) }
        return try describingErrors {
            _ = try SQLiteDatabase.version(ofFile: databasePath)
            tighten(logger)
            return try work()
        }
    }

    /// Describes errors of the database in one sentence about it.
    ///
    /// - Throws: ``StartFailure``
    func describingErrors<Result>(of file: String? = nil, _ work: () throws -> Result) throws -> Result {
        let name = file ?? "the database in \(path)"
        do {
            return try work()
        } catch let problem as SchemaProblem {
            throw StartFailure("\(name) \(problem)")
        } catch let problem as BackupProblem {
            throw StartFailure("\(name) \(problem)")
        } catch {
            guard let sentence = SQLiteDatabase.sentence(about: error, isBackup: file != nil) else { throw error }
            throw StartFailure("\(name) \(sentence)")
        }
    }

    /// Locks the folder against other servers for the lifetime of the lock.
    ///
    /// - Throws: ``StartFailure`` if another server holds the lock.
    func lock() throws -> Lock {
        let file = "\(path)/portico.lock"
        let descriptor = open(file, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            try requireAccess(to: file)
            throw StartFailure("the data folder \(path) may not be written")
        }
        keepOwner(of: file)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw StartFailure("a server is running on the data folder \(path): stop it first")
        }
        return Lock(descriptor: descriptor)
    }

    /// The lock of a folder's only server. The system releases it when the process ends, even if killed.
    final class Lock: Sendable {
        private let descriptor: Int32

        fileprivate init(descriptor: Int32) {
            self.descriptor = descriptor
        }

        deinit {
            close(descriptor)
        }
    }

    var databasePath: String { "\(path)/portico.sqlite" }

    /// The folder for mails if no mail server is configured.
    var outboxPath: String { "\(path)/outbox" }

    /// The file with the reason why the last build in development failed; it is missing if none did.
    var buildProblemsPath: String { "\(path)/build-problems" }

    var setupLinkPath: String { "\(path)/setup-link" }

    /// The absolute path of the file with the set-up link, as people see it.
    var absoluteSetupLinkPath: String { URL(filePath: setupLinkPath).standardizedFileURL.path }

    /// Writes the one-time link, readable only by the owner.
    func writeSetupLink(_ link: String) throws {
        removeSetupLink()
        try write(Data("\(link)\n".utf8), to: setupLinkPath)
    }

    /// The master keys of 32 bytes, the one in force first; nil if the file is missing.
    func masterKeys() throws -> [Data]? {
        let path = masterKeysPath
        guard access(path, F_OK) == 0 else { return nil }
        try requireAccess(to: path)
        guard let keys = Self.masterKeys(in: try contents(of: path)) else {
            throw StartFailure("\(path) must hold 32 bytes in base64: restore it from a backup")
        }
        return keys
    }

    /// Makes the file, readable only by the owner.
    func replaceMasterKeys(_ keys: [Data]) throws {
        try replace(masterKeysPath, with: Data(keys.map { "\($0.base64EncodedString())\n" }.joined().utf8))
    }

    var masterKeysPath: String { "\(path)/gateway-key" }

    /// The keys that a key file or `gateway.key` holds, separated by white space; nil if one is not valid, or there is
    /// none.
    static func masterKeys(in contents: Data) -> [Data]? {
        let keys = String(decoding: contents, as: UTF8.self).asciiWords
            .map { Data(base64Encoded: String($0)) ?? Data() }
        return keys.isEmpty || keys.contains { $0.count != 32 } ? nil : keys
    }

    func contents(of file: String) throws -> Data {
        do {
            return try Data(contentsOf: URL(filePath: file))
        } catch {
            throw StartFailure("\(file) cannot be read: \(error.reason)")
        }
    }

    /// Replaces a file by a complete one, readable only by its owner.
    func replace(_ path: String, with contents: Data) throws {
        let draft = "\(path).new"
        unlink(draft)
        try write(contents, to: draft)
        guard rename(draft, path) == 0 else { throw StartFailure("\(path) cannot be written") }
    }

    /// Creates a file readable only by its owner.
    private func write(_ contents: Data, to path: String) throws {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StartFailure("\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: contents)
        try handle.synchronize()
        try handle.close()
        keepOwner(of: path)
    }

    func removeSetupLink() {
        unlink(setupLinkPath)
    }
}
