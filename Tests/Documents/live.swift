// Declarations that the examples of docs/live.md use and do not show.
import Portico

let orders = Orders()
let seller = AccountID(server: .local, user: "ada")
let parts = ["North", "South"]

struct Order: Sendable {
    let number = 12
}

struct RestoredOrder: Decodable, Sendable {
    let number: Int
}

struct Orders: Sendable {
    func confirm(_ number: Int) async throws {}
    func remove(_ number: Int) async throws -> Order { Order() }
    func restore(_ number: Int) async throws {}
}

func build(_ part: String) async throws {}

func table() async throws -> String { "" }
