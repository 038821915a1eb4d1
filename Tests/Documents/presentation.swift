// Declarations that the examples of docs/presentation.md use and do not show.
import Portico

let orders = Orders()
let order = Order()
let draft = Order()
let page = EditOrderPage(order: order, input: FormInput())
let customer = Order()

struct Order: Sendable {
    let number = 12
    let customer = ""
    let path: SitePath = "/orders/12"
    let editPath: SitePath = "/orders/12/edit"
    let leavePath: SitePath = "/orders/12/leave"
    let deletePath: SitePath = "/orders/12/delete"
}

struct OrderForm: Decodable, Sendable {
    let customer: String
}

struct Orders: Sendable {
    func order(_ number: Int) async throws -> Order { Order() }
    func save(_ form: OrderForm, as number: Int) async throws -> Bool { true }
}
