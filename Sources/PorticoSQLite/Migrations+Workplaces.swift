/// The third step.
extension Migrations {
    /// `position` is the place among all of a server in the order of names; `parent` is empty for a factory; `search_key`
    /// is what a search looks in. What is offered at once, the parts of one workplace, lies together.
    static let workplaces = """
        CREATE TABLE workplaces (
            server TEXT NOT NULL, kind TEXT NOT NULL, parent TEXT NOT NULL, position INTEGER NOT NULL,
            code TEXT NOT NULL, name TEXT NOT NULL, search_key TEXT NOT NULL,
            PRIMARY KEY (server, kind, parent, position)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX workplaces_by_code ON workplaces (server, kind, code);
        """
}
