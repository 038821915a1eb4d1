import PorticoConfig

/// A ``WorkplaceStore`` on SQL tables.
public struct SQLWorkplaceStore: WorkplaceStore {
    private let database: any SQLDatabase

    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    public func replace(_ directory: WorkplaceDirectory, on server: ServerID) async throws {
        let workplaces = directory.sortedByName
        try await database.write { connection in
            try connection.execute("DELETE FROM workplaces WHERE server = $1", [server])
            for (position, workplace) in workplaces.enumerated() {
                try connection.execute(
                    """
                    INSERT INTO workplaces (server, kind, parent, position, code, name, search_key)
                    VALUES ($1, $2, $3, $4, $5, $6, $7)
                    """,
                    [
                        server, workplace.kind.rawValue, workplace.parent ?? "", position, workplace.code,
                        workplace.name, workplace.searchKey,
                    ])
            }
            try connection.announce(.workplaces)
        }
    }

    public func workplaces(_ query: WorkplaceQuery) async throws -> [Workplace] {
        // `instr` finds the empty text in every row, so an empty search reads only the returned rows.
        var values: [any SQLConvertible] = [query.server.rawValue, query.kind.rawValue, query.text.folded]
        let condition = query.parent == nil ? "" : "AND parent = $4"
        if let parent = query.parent { values.append(parent) }
        values.append(max(0, query.limit))
        let all = values
        return try await database.read { connection in
            try connection.rows(
                """
                SELECT kind, code, name, parent FROM workplaces
                WHERE server = $1 AND kind = $2 AND instr(search_key, $3) > 0 \(condition)
                ORDER BY position LIMIT $\(all.count)
                """, all
            ).compactMap(Workplace.init(row:))
        }
    }

    public func workplace(_ kind: Workplace.Kind, code: String, on server: ServerID) async throws -> Workplace? {
        try await database.read { try $0.workplace(kind, code: code, on: server) }
    }

    public func choice(_ codes: WorkplaceCodes, on server: ServerID) async throws -> WorkplaceChoice {
        var values = SQLValues()
        let chosen = Workplace.Kind.allCases.map { "(\(values.add($0.rawValue)), \(values.add(codes[$0])))" }
        let mark = values.add(server)
        let sql = """
            SELECT w.kind, w.code, w.name, w.parent FROM (VALUES \(chosen.joined(separator: ", "))) AS chosen
            JOIN workplaces w ON w.server = \(mark) AND w.kind = chosen.column1 AND w.code = chosen.column2
            UNION ALL SELECT * FROM (
                SELECT kind, code, name, parent FROM workplaces WHERE server = \(mark) LIMIT 1) AS one_of_all
            """
        return try await database.ask { [all = values.all] connection in
            let rows = try connection.rows(sql, all)
            let found = try rows.compactMap(Workplace.init(row:)).filter { codes[$0.kind] == $0.code }
            return WorkplaceChoice(codes, found: found, isOffered: !rows.isEmpty)
        }
    }
}

extension SQLConnection {
    fileprivate func workplace(_ kind: Workplace.Kind, code: String, on server: ServerID) throws -> Workplace? {
        try row(
            "SELECT kind, code, name, parent FROM workplaces WHERE server = $1 AND kind = $2 AND code = $3",
            [server, kind.rawValue, code]
        ).flatMap(Workplace.init(row:))
    }
}

extension Workplace {
    /// nil for an unknown kind.
    fileprivate init?(row: SQLRow) throws {
        guard let kind = Kind(rawValue: try row.value("kind")) else { return nil }
        let parent: String = try row.value("parent")
        self.init(
            kind, code: try row.value("code"), name: try row.value("name"), parent: parent.isEmpty ? nil : parent)
    }
}
