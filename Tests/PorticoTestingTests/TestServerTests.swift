import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoCommand
import PorticoFeatures
import PorticoHTML
import PorticoServer
import PorticoTesting
import PorticoViews
import Testing

/// A small application whose handlers use all that a test can observe.
private struct Orders: PorticoApplication {
    func addPages(to main: inout MainSection) {
        main.page("/orders", title: "Orders") { _, context in
            OrdersPage(person: context.account.name)
        }
        main.page("/prices", title: "Prices", groups: ["staff"]) { _, _ in OrdersPage(person: "12") }
        main.page("/orders/new") { _, context in
            NewOrder(account: "\(context.account.id)")
        }
        main.routes { [live = main.live] routes, _ in
            routes.post("orders") { request, context in
                let form = try await context.form(OrderForm.self)
                context.toast(
                    Toast("Ordered \(form.quantity)", kind: .success, action: .init(label: "Show", href: "/orders")))
                return .dismissed(to: "/orders", for: request, returning: "no. 7")
            }
            routes.post("photos") { request, context in
                let form = try await context.form(PhotoForm.self, in: request, upTo: 100_000)
                context.hud.show(.success("\(form.photo.name): \(form.photo.bytes.count)"))
                return .redirect(to: "/orders")
            }
            routes.post("restart") { _, context in
                live.changed("orders", for: .everyone)
                context.hud.show(.progress(0.5, "Half", id: "half"), to: .browser)
                context.hud.hide(id: "half")
                context.toast("Later", to: .browser)
                return Response(status: .noContent)
            }
            routes.post("report") { request, context in
                try await context.progress(of: "The report", request) { _ in
                    Download(fileName: "report.csv", type: "text/csv", bytes: "1,2\n".utf8)
                }
            }
            routes.post("api/orders") { request, context in
                let bytes = try await request.body.collect(upTo: 1000).readableBytesView
                let order = try JSONDecoder().decode(Order.self, from: Data(bytes))
                guard order.quantity > 0 else { throw HTTPError(.badRequest) }
                let body = try JSONEncoder().encode(Order(quantity: order.quantity * 2))
                return Response(
                    status: .ok, headers: [.contentType: "application/json"],
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
            }
        }
    }
}

private struct Order: Codable {
    let quantity: Int
}

private struct OrderForm: Decodable, Sendable {
    let quantity: Int
    let account: String
}

private struct PhotoForm: Decodable, Sendable {
    let photo: UploadedFile
}

private struct OrdersPage: HTMLRenderable, Sendable {
    let person: String

    func render(into html: inout HTMLWriter) {
        html.markup("<p id=\"who\">")
        html.text(person)
        html.markup("</p><a id=\"order\" href=\"?number=7\">7</a>")
    }
}

private struct NewOrder: Presentable, Sendable {
    let account: String
    let presentation = Presentation(style: .formSheet)
    let presenter: SitePath = "/orders"

    func title(in language: String) -> String { "New order" }

    func render(into html: inout HTMLWriter) {
        html.markup("<form id=\"new\" method=\"post\" action=\"/orders\">")
        html.markup("<input type=\"hidden\" name=\"account\" value=\"")
        html.attribute(account)
        html.markup("\"><input name=\"quantity\" value=\"1\"><button>Order</button></form>")
        html.markup("<form id=\"photo\" method=\"post\" action=\"/photos\" enctype=\"multipart/form-data\">")
        html.markup("<input type=\"file\" name=\"photo\"></form>")
    }
}

@Suite("An application under test")
struct TestServerTests {
    @Test("has pages for a person with groups")
    func signedIn() async throws {
        try await TestServer.run(Orders()) { server in
            let ada = try await server.signIn("ada", name: "Ada Lovelace", groups: ["staff"])
            let eve = try await server.signIn("eve")
            let page = try await ada.get("/orders")
            #expect(page.status == .ok && page.screen == "main")
            #expect(try page.element("who").text == "Ada Lovelace")
            #expect(try await ada.follow(page.element("order")).path == "/orders?number=7")
            #expect(try await ada.get("/prices").status == .ok)
            #expect(try await eve.get("/prices").status == .forbidden)
            #expect(try await server.signIn("ada").get("/orders").element("who").text == "Ada Lovelace")
            #expect(try await server.browser().get("/orders").screen == "login")
            await #expect(throws: TestFailure.self) { try await server.signIn("bob", groups: ["a b"]) }
        }
    }

    @Test("takes the forms of its pages, as from a browser and as from script")
    func forms() async throws {
        try await TestServer.run(Orders()) { server in
            let ada = try await server.signIn()
            let sheet = try await ada.get("/orders/new")
            let answer = try await ada.submit("new", on: sheet, ["quantity": "3"])
            #expect(answer.status == .seeOther && !answer.dismisses)
            let toast = try #require(try await ada.follow(answer).toasts.first)
            #expect((toast.text, toast.action, toast.address) == ("Ordered 3", "Show", "/orders"))
            #expect(toast.kind == .success)

            let presented = try await ada.get("/orders/new", as: .script)
            #expect(presented.screen == nil)
            let sent = try await ada.submit("new", on: presented, ["quantity": "4"], as: .script)
            #expect(sent.status == .noContent && sent.dismisses && sent.location == "/orders")
            #expect(sent.returned == "no. 7")
            #expect(try await ada.get("/orders").toasts.map(\.text) == ["Ordered 4"])

            let photo = TestFile(field: "photo", name: "a.png", mediaType: "image/png", bytes: [1, 2, 3])
            let uploaded = try await ada.submit("photo", on: sheet, files: [photo])
            #expect(try await ada.follow(uploaded).huds.map(\.text) == ["a.png: 3"])
            await #expect(throws: TestFailure.self) { try await ada.submit("old", on: sheet) }
        }
    }

    @Test("takes no form from another site")
    func otherSite() async throws {
        try await TestServer.run(Orders()) { server in
            let ada = try await server.signIn()
            let forged = try await ada.post("/restart", headers: [.origin: "https://evil.example"])
            #expect(forged.status == .forbidden)
        }
    }

    @Test("sends events to open pages, and the file of a job")
    func events() async throws {
        try await TestServer.run(Orders()) { server in
            let ada = try await server.signIn()
            let (orders, other) = (try await ada.open("/orders"), try await ada.open("/about"))
            _ = try await ada.post("/restart", as: .script)
            #expect(try await orders.toast().text == "Later")
            try await orders.change(of: "orders")
            let hud = try await orders.hud()
            #expect((hud.id, hud.kind, hud.value) == ("half", .progress, 0.5) && hud.text == "Half")
            try await orders.hudHides("half")
            #expect(try await other.toast().text == "Later")

            let home = try await ada.open("/orders")
            _ = try await ada.post("/report", as: .script)
            let file = try await ada.get(home.download())
            #expect(file.text == "1,2\n" && file.headers[.contentType] == "text/csv")
        }
    }

    @Test("says why an open page receives nothing")
    func refusedStream() async throws {
        try await TestServer.run(Orders(), options: ["events.streamsPerAccount": "1"]) { server in
            let ada = try await server.signIn()
            let first = try await ada.open("/orders")
            _ = try await ada.post("/restart", as: .script)
            #expect(try await first.toast().text == "Later")
            let second = try await ada.open("/orders")
            let failure = await #expect(throws: TestFailure.self) { try await second.toast() }
            #expect(failure?.description.contains("The stream is over: its status is 429.") == true)
            withExtendedLifetime(first) {}
        }
    }

    @Test("answers programs in JSON, and with problem documents")
    func json() async throws {
        try await TestServer.run(Orders()) { server in
            let ada = try await server.signIn()
            let answer = try await ada.post("/api/orders", json: Order(quantity: 2))
            #expect(try answer.json(Order.self).quantity == 4)
            let refused = try await ada.post("/api/orders", json: Order(quantity: 0))
            #expect(try refused.problem().status == 400 && refused.status == .badRequest)
            #expect(try await server.browser().get("/orders", as: .program).problem().status == 401)
        }
    }

    @Test("has a clock that the test moves")
    func clock() async throws {
        try await TestServer.run(Orders()) { server in
            let ada = try await server.signIn()
            #expect(try await ada.get("/orders").screen == "main")
            server.advanceClock(by: .seconds(400 * 86_400))
            #expect(try await ada.get("/orders").screen == "login")
        }
    }

    @Test("keeps its mails for the test")
    func mails() async throws {
        try await TestServer.run(Orders()) { server in
            _ = try await server.signIn("ada", email: "ada@example.org")
            _ = try await server.browser().post("/password/reset", [("name", "ada@example.org")])
            let mail = try await server.mail(to: "ada@example.org")
            let link = try #require(mail.links.first)
            #expect(link.hasPrefix(server.origin))
        }
    }

    @Test("has the options of the test, checked as those of a server")
    func options() async throws {
        try await TestServer.run(Orders(), options: ["app.name": "The shop"]) { server in
            // A launch may send its head before it knows the screen, with the name alone.
            let cover = try await server.browser().get("/orders")
            #expect(cover.page.elements("title").map(\.text) == ["Log in · The shop"])
        }
        let error = await #expect(throws: StartFailure.self) {
            try await TestServer.run(Orders(), options: ["session.idle": "soon"]) { _ in }
        }
        #expect(error?.description.contains("session.idle") == true)
    }
}
