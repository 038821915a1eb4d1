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
    case current

    /// - Throws: ``SchemaProblem``, or an error of SQLite.
    init(ofFile path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            self = .none
            return
        }
        // Not read-only: the last connection to close removes the write-ahead log, and a read-only one cannot.
        let connection = try DatabaseQueue(path: path, configuration: Database.configuration)
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
        guard applied.contains(known[0]) else { throw SchemaProblem.foreign }
        if let unknown = applied.subtracting(known).sorted().last {
            let number = unknown.before(":")
            throw Int(number).map { $0 > known.count } == true ? SchemaProblem.newer : SchemaProblem.foreign
        }
        self = applied.count == known.count ? .current : .older(applied.count)
    }
}

/// A change of a database's schema.
public struct SchemaMigration: Hashable, Sendable {
    /// The number of migrations before.
    public let from: Int
    /// The number of migrations after.
    public let to: Int
    /// The path of the copy from before.
    public let copy: String
}

extension Database {
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

    /// The number of migrations that this version knows.
    private static var currentVersion: Int { Migrations.all.migrations.count }

    /// Brings the schema of an earlier version up to date, after a copy of the file beside it. No other process may use
    /// the database.
    ///
    /// - Returns: nil if the schema is up to date, or there is no database yet.
    /// - Throws: ``SchemaProblem``
    public static func migrate(path: String) throws -> SchemaMigration? {
        guard case .older(let version) = try Schema(ofFile: path) else { return nil }
        let copy = unusedPath("\(path).before-\(version + 1)")
        try copyDatabase(path, to: copy)
        let writer = try DatabasePool(path: path, configuration: configuration)
        try Migrations.all.migrate(writer)
        try writer.close()
        return SchemaMigration(from: version, to: currentVersion, copy: copy)
    }

    /// `path`, or with a number after it if there is such a file.
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
