import GRDB
import PorticoConfig
import PorticoSQL

/// Workplaces in the embedded database.
public struct SQLiteWorkplaceStore: WorkplaceStore {
    private let database: Database

    public init(_ database: Database) {
        self.database = database
    }

    public func replace(_ directory: WorkplaceDirectory, on server: ServerID) async throws {
        let workplaces = directory.sortedByName
        try await database.write { db in
            try db.execute(sql: "DELETE FROM workplaces WHERE server = ?", arguments: [server.rawValue])
            let insertion = try db.cachedStatement(
                sql: """
                    INSERT INTO workplaces (server, kind, parent, position, code, name, search_key)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """)
            for (position, workplace) in workplaces.enumerated() {
                try insertion.execute(arguments: [
                    server.rawValue, workplace.kind.rawValue, workplace.parent ?? "", position, workplace.code,
                    workplace.name, workplace.searchKey,
                ])
            }
        }
    }

    public func workplaces(_ query: WorkplaceQuery) async throws -> [Workplace] {
        // Without a text nothing is looked at but what is returned: `instr` finds the empty text everywhere.
        let condition = query.parent == nil ? "" : "AND parent = ?"
        let parent: StatementArguments = query.parent.map { [$0] } ?? []
        return try await database.read { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT kind, code, name, parent FROM workplaces
                        WHERE server = ? AND kind = ? \(condition) AND instr(search_key, ?) > 0
                        ORDER BY position LIMIT ?
                        """),
                arguments: [query.server.rawValue, query.kind.rawValue] + parent
                    + [query.text.folded, max(0, query.limit)]
            ).compactMap(Workplace.init(row:))
        }
    }

    public func workplace(_ kind: Workplace.Kind, code: String, on server: ServerID) async throws -> Workplace? {
        try await database.read { try $0.workplace(kind, code: code, on: server) }
    }

    public func choice(_ codes: WorkplaceCodes, on server: ServerID) async throws -> WorkplaceChoice {
        try await database.read { db in
            let isOffered = try Bool.fetchOne(
                db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM workplaces WHERE server = ?)"),
                arguments: [server.rawValue])
            let found = try Workplace.Kind.allCases.compactMap { kind in
                try codes[kind].flatMap { try db.workplace(kind, code: $0, on: server) }
            }
            return WorkplaceChoice(codes, found: found, isOffered: isOffered ?? false)
        }
    }
}

extension GRDB.Database {
    fileprivate func workplace(_ kind: Workplace.Kind, code: String, on server: ServerID) throws -> Workplace? {
        let statement = try cachedStatement(
            sql: "SELECT kind, code, name, parent FROM workplaces WHERE server = ? AND kind = ? AND code = ?")
        return try Row.fetchOne(statement, arguments: [server.rawValue, kind.rawValue, code])
            .flatMap(Workplace.init(row:))
    }
}

extension Workplace {
    /// `nil` for one of a kind that this version does not know.
    fileprivate init?(row: Row) {
        guard let kind = Kind(rawValue: row["kind"]) else { return nil }
        let parent: String = row["parent"]
        self.init(kind, code: row["code"], name: row["name"], parent: parent.isEmpty ? nil : parent)
    }
}
