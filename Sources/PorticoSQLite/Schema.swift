import Foundation
import GRDB
import PorticoBytes
import PorticoSQL

/// The schema of a database file, compared with the migrations of this version.
enum Schema: Equatable {
    /// There are no tables.
    case none
    /// The schema of an earlier version, with the number of its migrations.
    case older(Int)
    /// The schema of this version, possibly with additions by a newer one.
    case current

    /// - Throws: ``SchemaProblem``, or an error of SQLite.
    init(ofFile path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            self = .none
            return
        }
        // Not read-only: the last connection to close removes the write-ahead log, and a read-only one cannot.
        let connection = try DatabaseQueue(path: path, configuration: SQLiteDatabase.configuration)
        do {
            self = try connection.read { try Schema($0) }
        } catch {
            try connection.close()
            throw error
        }
        try connection.close()
    }

    init(_ db: GRDB.Database) throws {
        let known = Migrations.all.migrations
        let applied = try Migrations.all.appliedIdentifiers(db)
        guard !applied.isEmpty else {
            guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 else {
                throw SchemaProblem.foreign
            }
            self = .none
            return
        }
        let count = try AppliedMigrations(applied, known: known).count
        self = count == known.count ? .current : .older(count)
    }
}

/// A change of a database's schema.
public struct SchemaMigration: Hashable, Sendable {
    /// The number of migrations before.
    public let from: Int
    /// The number of migrations after.
    public let to: Int
    /// The path of the copy made before the change.
    public let copy: String
}

extension SQLiteDatabase {
    /// The number of migrations that a database file has; 0 for one without tables.
    ///
    /// - Throws: ``SchemaProblem``, or an error of SQLite.
    public static func version(ofFile path: String) throws -> Int {
        switch try Schema(ofFile: path) {
        case .none: 0
        case .older(let version): version
        case .current: currentVersion
        }
    }

    /// The table of the migrations.
    public static let migrationsTable = "grdb_migrations"

    /// The number of accounts in a database file, of any version; nil without tables.
    ///
    /// - Throws: ``SchemaProblem``, or an error of SQLite.
    public static func accountCount(ofFile path: String) throws -> Int? {
        do {
            guard try Schema(ofFile: path) != .none else { return nil }
        } catch SchemaProblem.unfinishedCopy {}
        let connection = try DatabaseQueue(path: path, configuration: configuration)
        let count = try connection.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM accounts") }
        try connection.close()
        return count
    }

    /// The number of migrations that this version knows.
    private static var currentVersion: Int { Migrations.all.migrations.count }

    /// Brings the schema of an earlier version up to date, after copying the file to one beside it. No other process
    /// may use the database.
    ///
    /// - Returns: nil if the schema is up to date, or there is no database yet.
    /// - Throws: ``SchemaProblem``
    public static func migrate(path: String) throws -> SchemaMigration? { try migrate(path: path, Migrations.steps) }

    static func migrate(path: String, _ steps: [Migrations.Step]) throws -> SchemaMigration? {
        guard case .older(let version) = try Schema(ofFile: path) else { return nil }
        let copy = try keepCopy(of: path, before: version + 1)
        try Migrations.migrateAtOnce(path, steps)
        return SchemaMigration(from: version, to: currentVersion, copy: copy)
    }

    /// The number of the latest migration of a newer version in a database file; nil if there is none.
    ///
    /// - Throws: ``SchemaProblem``, or an error of SQLite.
    public static func newestMigration(ofFile path: String) throws -> Int? {
        guard try Schema(ofFile: path) == .current else { return nil }
        let connection = try DatabaseQueue(path: path, configuration: configuration)
        let applied = try connection.read(Migrations.all.appliedIdentifiers)
        try connection.close()
        return try AppliedMigrations(applied, known: Migrations.all.migrations).newest
    }

    /// The migrations that a database file lacks; none for one without tables.
    ///
    /// - Throws: ``SchemaProblem``, or an error of SQLite.
    public static func pendingMigrations(ofFile path: String) throws -> [(identifier: String, isAdditive: Bool)] {
        guard case .older = try Schema(ofFile: path) else { return [] }
        let connection = try DatabaseQueue(path: path, configuration: configuration)
        let applied = try connection.read(Migrations.all.appliedIdentifiers)
        try connection.close()
        return Migrations.steps.filter { !applied.contains($0.identifier) }
            .map { ($0.identifier, $0.isAdditive) }
    }

    /// Copies the database to a file beside it. An interrupted migration has left the same copy, or several if it was
    /// interrupted here; one is kept.
    ///
    /// - Parameter number: the first migration to run.
    /// - Returns: the path of the copy.
    private static func keepCopy(of path: String, before number: Int) throws -> String {
        let name = "\(path).before-\(number)"
        let new = unusedPath(name)
        try copyDatabase(path, to: new)
        let same = copies(named: name).filter { isSame($0, new) }
        for copy in same.dropFirst() { unlink(copy) }
        return same.first ?? new
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        FileManager.default.contentsEqual(atPath: one, andPath: other)
    }

    /// The copies made before a migration, oldest first.
    private static func copies(named name: String) -> [String] {
        let others = (2...).lazy.map { "\(name)-\($0)" }
        return [name].filter(exists) + others.prefix(while: exists)
    }

    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// The copy made before the latest migration of a database file; nil if there is none.
    package static func latestCopy(of path: String) -> String? {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let prefix = "\(URL(filePath: path).lastPathComponent).before-"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let numbers = names.filter { $0.begins(with: prefix) }.compactMap { name in
            Int(String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self).before("-"))
        }
        return numbers.max().flatMap { copies(named: "\(path).before-\($0)").last }
    }

    /// `path`, or `path` with a number if the file exists.
    package static func unusedPath(_ path: String) -> String {
        var unused = path
        var number = 2
        while FileManager.default.fileExists(atPath: unused) {
            unused = "\(path)-\(number)"
            number += 1
        }
        return unused
    }
}
