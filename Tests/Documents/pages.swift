// Declarations that the examples of docs/pages.md use and do not show.
import Portico

let orders = Orders()
let photos = Photos()
let bookings = Bookings()
let number = 12
let page = 1
let form = EditedOrder()

enum OrderError: Error {
    case changedMeanwhile
}

struct Order: Sendable {
    var number = 12
    var customer = ""
    var version = 1
    var isDeleted = false
    var seller = AccountID(server: .local, user: "ada")
    var path: SitePath { "/orders/\(number)" }
}

struct EditedOrder: Sendable {
    var order = Order()
    var version = 1
    var customer: String { order.customer }
}

struct Orders: Sendable {
    func all(of account: AccountID) async throws -> [Order] { [] }
    func order(_ number: Int) async throws -> Order { Order() }
    func find(_ number: Int) async throws -> Order? { nil }
    func archive(_ number: Int) async throws {}
    func importAll() async throws {}
    func found(by text: String, of account: AccountID) async throws -> [Order] { [] }
    func add(_ form: OrderForm, of account: AccountID) async throws -> Int { 12 }
    func add(_ customer: String, of account: AccountID) async throws {}
    func table(of account: AccountID) async throws -> String { "" }
    func replace(_ number: Int, of version: Int, with order: Order) async throws {}
}

struct Bookings: Sendable {
    func areTaken(_ first: CalendarDate, _ last: CalendarDate) async throws -> Bool { false }
    func add(_ first: CalendarDate, _ last: CalendarDate, of account: AccountID) async throws {}
}

struct Photos: Sendable {
    func save(_ photo: [UInt8], as title: String) async throws {}
    func photo(_ number: Int) async throws -> [UInt8] { [] }
}

struct OrdersPage: HTMLRenderable {
    let orders: [Order]

    func render(into html: inout HTMLWriter) {}
}

struct OrderPage: Presentable {
    let order: Order
    let presentation = Presentation(style: .pageSheet)
    let presenter: SitePath = "/orders"

    func title(in language: String) -> String { "Order" }

    func render(into html: inout HTMLWriter) {}
}

struct NewOrderPage: Presentable, Sendable {
    let input: FormInput
    let orders: SitePath = "/orders"
    let presentation = Presentation(style: .formSheet)
    let presenter: SitePath = "/orders"

    func title(in language: String) -> String { "New order" }
}

struct EditOrderPage: Presentable, Sendable {
    let order: Order
    let input: FormInput
    var conflict: Conflict?
    let presentation = Presentation(style: .formSheet)
    let presenter: SitePath = "/orders"

    func title(in language: String) -> String { "Order" }
}
