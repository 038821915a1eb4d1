import Foundation
import Logging
import PorticoBytes
import PorticoSQL
import PorticoSQLite

// Backups contain the database and the keys.
extension DataFolder {
    /// The state of the database and the keys.
    public struct Check: Encodable, Sendable {
        /// The number of migrations that the schema has.
        public var version = 0
        /// The names of the key files.
        public var keys: [String] = []
        /// The problems, as sentences.
        public var problems: [String] = []
    }

    /// The result of restoring a backup.
    public struct Restored: Encodable, Sendable {
        /// The names of the key files in the backup.
        public let keys: [String]
        /// The path of the database from before; nil if there was none.
        public let previous: String?
    }

    /// The result of going back to the database from before a migration.
    public struct RolledBack: Encodable, Sendable {
        /// The number of migrations that the database has now.
        public let version: Int
        /// The path of the database from before; nil if there was none.
        public let previous: String?
    }

    /// The result of migrating the database.
    public struct Migrated: Sendable {
        /// The number of migrations before.
        public let from: Int
        /// The number of migrations after.
        public let to: Int
        /// The path of the copy from before; nil for PostgreSQL.
        public let copy: String?
    }

    /// Writes the database and the keys to one file, also while a server runs.
    ///
    /// - Parameter replaces: whether an existing file is replaced.
    /// - Returns: the names of the key files in the backup.
    /// - Throws: ``StartFailure``
    public func backUp(to file: String, replaces: Bool) throws -> [String] {
        try requireDatabase()
        guard replaces || access(file, F_OK) != 0 else {
            throw StartFailure("\(file) exists already: choose another name, or use --replace")
        }
        guard !isOwn(file) else { throw StartFailure("\(file) is in use by the server: choose another name") }
        let keys = try Dictionary(uniqueKeysWithValues: keyNames().map { ($0, try contents(of: "\(path)/\($0)")) })
        try describingErrors {
            do {
                try SQLiteDatabase.backUp(databasePath, with: keys, to: file)
            } catch BackupProblem.cannotWrite(let reason) {
                throw StartFailure("\(file) cannot be written: \(reason)")
            }
        }
        return keys.keys.sorted()
    }

    /// Replaces the database and the keys by those of a backup. The old files stay beside them under other names. No
    /// server may run.
    ///
    /// - Parameter backup: the bytes of the backup, read once.
    /// - Throws: ``StartFailure``; then nothing has changed.
    public func restore(_ backup: FileHandle, named name: String) throws -> Restored {
        try create()
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        let draft = "\(databasePath).restoring"
        defer { for ending in Self.endings { unlink(draft + ending) } }
        unlink(draft)
        try copy(backup, to: draft, named: name)
        let files = try describingErrors(of: name) { try SQLiteDatabase.unpackBackup(at: draft) }
        let keys = files.filter { Self.isKey($0.key) }
        guard keys.count == files.count, keys.values.allSatisfy({ Self.masterKeys(in: $0) != nil }) else {
            throw StartFailure("\(name) is not a backup of Portico: its keys are not valid")
        }
        let previous = try moveAside(Array(keys.keys), as: "before-restore")
        for (key, contents) in keys { try replace("\(path)/\(key)", with: contents) }
        guard rename(draft, databasePath) == 0 else { throw StartFailure("\(databasePath) cannot be written") }
        return Restored(keys: keys.keys.sorted(), previous: previous)
    }

    /// Checks the database and the keys, also while a server runs.
    ///
    /// - Throws: ``StartFailure`` if the database cannot be opened.
    public func check() throws -> Check {
        try requireDatabase()
        tighten(Logger(label: "portico"))
        var check = Check()
        check.version = try describingErrors { try SQLiteDatabase.version(ofFile: databasePath) }
        check.problems = try describingErrors { try SQLiteDatabase.problems(ofFile: databasePath) }
        try checkKeys(&check)
        return check
    }

    /// Checks the keys.
    func checkKeys(_ check: inout Check) throws {
        check.keys = keyNames()
        for key in check.keys where Self.masterKeys(in: try contents(of: "\(path)/\(key)")) == nil {
            check.problems.append("\(key) must hold 32 bytes in base64: restore it from a backup")
        }
    }

    /// Migrates the database of an earlier version. No server may run.
    ///
    /// - Returns: nil if there is nothing to do.
    /// - Throws: ``StartFailure``
    public func migrate() throws -> Migrated? {
        try requireDatabase()
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        return try migrateDatabase(lock, logger: Logger(label: "portico"))
            .map { Migrated(from: $0.from, to: $0.to, copy: $0.copy) }
    }

    /// The number of accounts in the database, which can be of any version; nil without tables.
    ///
    /// - Throws: ``StartFailure``
    func accountCount() throws -> Int? {
        try requireDatabase()
        return try describingErrors { try SQLiteDatabase.accountCount(ofFile: databasePath) }
    }

    /// Removes the database, not the keys. No server may run.
    ///
    /// - Throws: ``StartFailure``
    func removeDatabase() throws {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        // Without its log, the database would lack changes; without the database, the log is of no use.
        for ending in Self.endings where access(databasePath + ending, F_OK) == 0 {
            guard unlink(databasePath + ending) == 0 else {
                throw StartFailure("\(databasePath)\(ending) cannot be removed")
            }
        }
    }

    /// The copy of the database that the latest migration has kept.
    ///
    /// - Throws: ``StartFailure`` if there is none.
    public func copyFromBeforeMigration() throws -> (path: String, time: Date) {
        guard let copy = SQLiteDatabase.latestCopy(of: databasePath) else {
            throw StartFailure("there is no \(databasePath).before-N, which a migration keeps")
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: copy)
        return (copy, attributes[.modificationDate] as? Date ?? .distantPast)
    }

    /// Replaces the database by the copy that the latest migration has kept. The database and its log stay beside it
    /// under other names: SQLite would take the log for that of the copy. No server may run.
    ///
    /// - Throws: ``StartFailure``; then nothing has changed.
    public func rollBack() throws -> RolledBack {
        try requireAccess()
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        let copy = try copyFromBeforeMigration().path
        // A database that cannot be read may be the reason to go back.
        if let current = try? SQLiteDatabase.version(ofFile: databasePath), current != SQLSchema.version {
            throw StartFailure(
                "\(databasePath) has version \(current), so it is not what a migration of this program has left")
        }
        let version = try describingErrors(of: copy) {
            if let problem = try SQLiteDatabase.problems(ofFile: copy).first { throw BackupProblem.damaged(problem) }
            return try SQLiteDatabase.version(ofFile: copy)
        }
        let previous = try moveAside([], as: "before-rollback")
        guard rename(copy, databasePath) == 0 else { throw StartFailure("\(databasePath) cannot be written") }
        return RolledBack(version: version, previous: previous)
    }

    /// The migrations that ``migrate()`` would run.
    ///
    /// - Throws: ``StartFailure``
    func pendingMigrations() throws -> [ServerOptions.Migration] {
        try requireDatabase()
        return try describingErrors { try SQLiteDatabase.pendingMigrations(ofFile: databasePath) }
            .map { ServerOptions.Migration($0.identifier, isAdditive: $0.isAdditive) }
    }

    private func keyNames() -> [String] { Self.names(in: path).filter(Self.isKey) }

    private static func isKey(_ name: String) -> Bool { name.ends(with: "-key") && !name.has("/") }

    private func isOwn(_ file: String) -> Bool {
        let target = URL(filePath: file).resolvingSymlinksInPath().path
        return [databasePath, "\(path)/portico.lock"].contains {
            target == URL(filePath: $0).resolvingSymlinksInPath().path
        }
    }

    private func copy(_ backup: FileHandle, to draft: String, named name: String) throws {
        let descriptor = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StartFailure("\(draft) cannot be written") }
        let copy = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        keepOwner(of: draft)
        do {
            while let bytes = try backup.read(upToCount: 1 << 20), !bytes.isEmpty { try copy.write(contentsOf: bytes) }
            try copy.synchronize()
            try copy.close()
        } catch {
            throw StartFailure("\(name) cannot be copied to \(path): \(error.reason)")
        }
    }

    /// The files of a database in WAL mode.
    private static let endings = ["", "-wal", "-shm"]

    /// Renames the database and the keys. Renames the log even if the database is missing: SQLite would take it for the
    /// log of the restored one.
    ///
    /// - Parameter ending: of the new names.
    /// - Returns: the new path of the database; nil if there was none.
    private func moveAside(_ keys: [String], as ending: String) throws -> String? {
        let hasDatabase = access(databasePath, F_OK) == 0
        let previous = SQLiteDatabase.unusedPath("\(databasePath).\(ending)")
        let suffix = previous.dropFirst(databasePath.count)
        let moves =
            Self.endings.map { (databasePath + $0, previous + $0) }
            + keys.map { ("\(path)/\($0)", "\(path)/\($0)\(suffix)") }
        for (from, to) in moves where access(from, F_OK) == 0 {
            guard rename(from, to) == 0 else { throw StartFailure("\(from) cannot be renamed") }
        }
        return hasDatabase ? previous : nil
    }
}
