import PorticoSQL

extension SQLDialect {
    static let sqlite = SQLDialect(
        identity: "INTEGER PRIMARY KEY AUTOINCREMENT", integer: "INTEGER", text: "TEXT", bytes: "BLOB",
        tableEnding: " STRICT", keyedTableEnding: " STRICT, WITHOUT ROWID"
    ) { trigger in
        let condition = trigger.condition.map { " WHEN \($0)" } ?? ""
        return """
            CREATE TRIGGER \(trigger.name) \(trigger.event) ON \(trigger.table)\(condition)
            BEGIN \(trigger.statement); END
            """
    } refusal: {
        "SELECT RAISE(ABORT, '\($0)')"
    }
}
