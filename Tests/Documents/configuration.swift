// Declarations that the examples of docs/configuration.md use and do not show.
import Portico
import PorticoSQL
import PorticoSQLite

let account = AccountID(server: .local, user: "ada")
let changes = ConfigChanges()
let config = ConfigService(app: AppConfig(), store: store(), changes: changes)

private func store() -> SQLConfigStore {
    do {
        return SQLConfigStore(try SQLiteDatabase.inMemory())
    } catch {
        preconditionFailure("no database in memory: \(error)")
    }
}
