import Foundation
import GRDB
import PorticoSQL

/// A problem of a backup. The description completes a sentence about the file.
public enum BackupProblem: Error, Hashable, CustomStringConvertible {
    /// The database has no tables.
    case empty
    /// The first problem that SQLite found.
    case damaged(String)
    case cannotWrite(reason: String)

    public var description: String {
        switch self {
        case .empty: "is not a backup of Portico: it has no tables"
        case .damaged(let problem): "is damaged: \(problem)"
        case .cannotWrite(let reason): "cannot be written: \(reason)"
        }
    }
}

extension SQLiteDatabase {
    /// Writes a backup: one SQLite file with one state of the database, and other files in a table. Other processes may
    /// use the database in the meantime. An existing file is replaced once the backup is complete.
    ///
    /// - Parameter files: the contents of the other files, by name.
    /// - Throws: ``SchemaProblem``, ``BackupProblem``, or an error of SQLite.
    public static func backUp(_ path: String, with files: [String: Data], to backup: String) throws {
        guard try Schema(ofFile: path) != .none else { throw BackupProblem.empty }
        try copyDatabase(path, to: backup) { db in
            try db.execute(sql: "CREATE TABLE \(filesTable) (name TEXT PRIMARY KEY, contents BLOB NOT NULL) STRICT")
            for (name, contents) in files {
                try db.execute(sql: "INSERT INTO \(filesTable) VALUES (?, ?)", arguments: [name, contents])
            }
        }
    }

    /// Checks a copy of a backup, and turns it into a database.
    ///
    /// - Returns: the contents of the other files, by name.
    /// - Throws: ``SchemaProblem``, ``BackupProblem``, or an error of SQLite.
    public static func unpackBackup(at path: String) throws -> [String: Data] {
        guard try Schema(ofFile: path) != .none else { throw BackupProblem.empty }
        if let problem = try problems(ofFile: path).first { throw BackupProblem.damaged(problem) }
        let connection = try DatabaseQueue(path: path, configuration: configuration)
        let files = try connection.write { db in
            guard try db.tableExists(filesTable) else { return [String: Data]() }
            let rows = try Row.fetchAll(db, sql: "SELECT name, contents FROM \(filesTable)")
            try db.drop(table: filesTable)
            return Dictionary(rows.map { ($0["name"], $0["contents"]) }) { first, _ in first }
        }
        try connection.close()
        return files
    }

    /// The problems that SQLite finds in a database file: damage, and rows that refer to missing ones.
    public static func problems(ofFile path: String) throws -> [String] {
        let connection = try DatabaseQueue(path: path, configuration: configuration)
        let problems = try connection.read { db in
            let damage = try String.fetchAll(db, sql: "PRAGMA integrity_check(10)").filter { $0 != "ok" }
            let tables = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { $0["table"] as String }
            return damage + Set(tables).sorted().map { "the table \($0) refers to missing rows" }
        }
        try connection.close()
        return problems
    }

    private static let filesTable = "backup_files"

    /// Copies one state of a database to a new file, readable only by its owner, that is complete when it appears.
    ///
    /// - Parameter finish: makes the last changes to the copy.
    static func copyDatabase(
        _ path: String, to copy: String, finish: (GRDB.Database) throws -> Void = { _ in }
    ) throws {
        // A unique name: neither another run nor a person has this file.
        let draft = "\(copy).\(UUID().uuidString)"
        let descriptor = Foundation.open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BackupProblem.cannotWrite(reason: String(cString: strerror(errno))) }
        Foundation.close(descriptor)
        defer { unlink(draft) }
        let source = try DatabaseQueue(path: path, configuration: configuration)
        let target = try DatabaseQueue(path: draft, configuration: configuration)
        try source.backup(to: target)
        try target.writeWithoutTransaction { db in
            // Without WAL mode, the copy is one file, readable even on a read-only medium.
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
            try db.inTransaction {
                try finish(db)
                return .commit
            }
        }
        try target.close()
        try source.close()
        guard rename(draft, copy) == 0 else {
            throw BackupProblem.cannotWrite(reason: String(cString: strerror(errno)))
        }
    }
}

extension SQLiteDatabase {
    /// A sentence about an error of SQLite, without its statement; nil for other errors. It completes a sentence about
    /// the file.
    ///
    /// - Parameter isBackup: whether the file should be a backup.
    public static func sentence(about error: any Error, isBackup: Bool = false) -> String? {
        guard let error = error as? DatabaseError else { return nil }
        return switch error.resultCode {
        case .SQLITE_NOTADB where isBackup: "is not a backup of Portico"
        case .SQLITE_CORRUPT where isBackup: "is damaged: choose another backup"
        case .SQLITE_NOTADB: "is no database of SQLite: choose another data folder, or restore a backup"
        case .SQLITE_CORRUPT: "is damaged: run the command database check, and restore a backup"
        case .SQLITE_FULL: "cannot be written: the disk is full"
        case .SQLITE_BUSY, .SQLITE_LOCKED: "is in use by another program: try again when that has ended"
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_READONLY:
            "cannot be opened: check who may read and write it and its folder"
        case .SQLITE_IOERR: "cannot be read or written: check the disk"
        default: "cannot be used: \(error.message ?? "SQLite error \(error.resultCode.rawValue)")"
        }
    }
}
