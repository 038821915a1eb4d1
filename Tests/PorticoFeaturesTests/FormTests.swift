import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoTestSupport
import PorticoViews
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

private enum Size: String, Decodable {
    case small, large
}

private struct OrderForm: ValidatedForm, Equatable {
    let customer: String
    let quantity: Int
    let price: Double?
    let size: Size
    let isGift: Bool
    let note: String?

    func validate(_ input: inout FormInput) {
        if quantity < 1 { input.refuse("quantity", "Order at least one.") }
    }
}

private struct PhotoForm: Decodable {
    let title: String
    let photo: UploadedFile
    let draft: UploadedFile?
    let more: [UploadedFile]
}

/// The page of a form, over the main screen.
private struct OrderPage: Presentable {
    let input: FormInput
    let presentation = Presentation(style: .formSheet)
    let presenter: SitePath = "/"

    func title(in language: String) -> String { "Order" }

    func render(into html: inout HTMLWriter) {
        Field(id: "customer", kind: .text, label: "Customer", input: input).render(into: &html)
        Field(id: "quantity", kind: .integer, label: "Quantity", input: input).render(into: &html)
    }
}

/// The same page as a root page.
private struct OrderRoot: RootPage {
    let input: FormInput

    func title(in language: String) -> String { "Order" }

    func back(in language: String) -> (title: String, path: SitePath)? { nil }

    func render(into html: inout HTMLWriter) {
        Field(id: "quantity", kind: .integer, label: "Quantity", input: input).render(into: &html)
    }
}

extension MainSection {
    fileprivate mutating func addForms() {
        limitBodies(at: "/photo", to: 2_000_000)
        page("/order") { _, _ in OrderPage(input: FormInput()) }
        routes { routes, pages in
            routes.post("order") { request, context in
                do {
                    let form = try await context.form(OrderForm.self) { form, input in
                        if form.customer == "Somebody" { input.refuse("customer", "Somebody may not order.") }
                    }
                    guard form.customer != "Nobody" else {
                        throw try context.refusal(of: "customer", "Nobody may not order.")
                    }
                    return .done(SitePath("/order/\(form.customer)"), for: request)
                } catch let refusal as FormRefusal {
                    return try await pages.response(
                        OrderPage(input: refusal.input), to: request, context, status: .unprocessableContent)
                }
            }
            routes.post("root") { request, context in
                do {
                    _ = try await context.form(OrderForm.self)
                    return .done("/", for: request)
                } catch let refusal as FormRefusal {
                    return try await pages.response(
                        OrderRoot(input: refusal.input), to: request, context, status: .unprocessableContent)
                }
            }
            routes.post("photo") { request, context -> String in
                do {
                    let form = try await context.form(PhotoForm.self, in: request, upTo: 2_000_000) { form, input in
                        if form.photo.mediaType != "image/png" { input.refuse("photo", "Choose a PNG.") }
                    }
                    let photo = form.photo
                    let more = form.more.map(\.name).joined(separator: " ")
                    return
                        "\(form.title), \(photo.name), \(photo.bytes.count), \(form.draft?.name ?? "none"), [\(more)]"
                } catch let refusal as FormRefusal {
                    return "\(refusal.input.values): \(refusal.input.problems.mapValues(\.description))"
                }
            }
            routes.post("uncaught/:number") { request, context -> Response in
                _ = try await context.form(OrderForm.self)
                return .done("/", for: request)
            }
        }
    }
}

private func fields(_ text: String) throws -> [FormField] {
    try #require([FormField](urlEncoded: Array(text.utf8)))
}

extension LogRecorder {
    /// The metadata of refused forms, without the id of the request.
    fileprivate var refusals: [String] {
        lines.filter { $0.hasPrefix("info a form was refused ") }.map { line in
            line.split(separator: " ").dropFirst(5).filter { !$0.hasPrefix("hb.request.id=") }.joined(separator: " ")
        }
    }
}

private struct ShareForm: ValidatedForm {
    let count: Int

    func validate(_ input: inout FormInput) {
        if 12 / count < 3 { input.refuse("count", "Too many.") }
    }
}

@Suite("A form of an application")
struct FormTests {
    @Test("is decoded by the names of its properties")
    func decoded() throws {
        let decoder = FieldDecoder(
            try fields("customer=Ada+L&quantity=+2+&price=1.5&size=large&isGift=on&note=a%0D%0Ab&other=x"))
        let form = try decoder.decode(OrderForm.self)
        #expect(
            form
                == OrderForm(customer: "Ada L", quantity: 2, price: 1.5, size: .large, isGift: true, note: "a\nb"))
        let least = FieldDecoder(try fields("customer=A&quantity=1&size=small&price=&note="))
        #expect(
            try least.decode(OrderForm.self)
                == OrderForm(customer: "A", quantity: 1, price: nil, size: .small, isGift: false, note: nil))
    }

    @Test("has all values of a field whose property is an array, and of other fields none twice")
    func arrays() throws {
        struct Choice: Decodable, Equatable {
            let id: [String]
            let tags: [String]
            let other: String?
        }
        for (text, choice) in [
            ("id=a&other=x&id=&id=b&tags=c", Choice(id: ["a", "b"], tags: ["c"], other: "x")),
            ("", Choice(id: [], tags: [], other: nil)),
        ] {
            let decoder = FieldDecoder(try fields(text))
            #expect(try decoder.decode(Choice.self) == choice)
            #expect(decoder.repeated.isEmpty)
        }
        let decoder = FieldDecoder(try fields("id=a&id=b&other=x&other=y&unknown=1&unknown=2"))
        _ = try decoder.decode(Choice.self)
        #expect(decoder.repeated == ["other", "unknown"])
    }

    @Test("is refused with the problems of all its fields")
    func problems() throws {
        let (missing, invalid) = ("Fill in this field.", "Enter a valid value.")
        for (text, problems) in [
            ("", ["customer": missing, "quantity": missing, "size": missing]),
            (
                "customer=&quantity=two&price=nan&size=small",
                ["customer": missing, "quantity": invalid, "price": invalid]
            ),
            (
                "customer=A&quantity=9999999999999999999&size=small&isGift=perhaps",
                ["quantity": invalid, "isGift": invalid]
            ),
            ("customer=A&quantity=0&size=huge", ["size": invalid]),
            ("customer=A&quantity=0&size=small", ["quantity": "Order at least one."]),
        ] {
            let decoder = FieldDecoder(try fields(text))
            #expect(try decoder.decode(OrderForm.self) == nil)
            #expect(decoder.input.problems.mapValues(\.description) == problems, "\(text)")
        }
    }

    @Test("reads dates, times, colours and addresses by their types")
    func values() throws {
        struct Visit: Decodable, Equatable {
            let day: CalendarDate
            let time: TimeOfDay
            let lecture: LocalDateTime
            let issue: CalendarMonth
            let color: HexColor
            let site: WebURL
            let email: EmailAddress
            let until: CalendarDate?
        }
        let text =
            "day=2028-02-29&time=09:30&lecture=2026-11-28T18:00:05&issue=2026-11&color=%230A5bd6"
            + "&site=https://example.com/&email=ada@example.com&until="
        let visit = try #require(try FieldDecoder(try fields(text)).decode(Visit.self))
        #expect(visit.day == CalendarDate(year: 2028, month: 2, day: 29))
        #expect(visit.time == TimeOfDay(hour: 9, minute: 30))
        #expect(visit.lecture.description == "2026-11-28T18:00:05")
        #expect(visit.issue == CalendarMonth(year: 2026, month: 11))
        #expect(visit.color.description == "#0a5bd6")
        #expect(visit.until == nil)
        let (missing, invalid) = ("Fill in this field.", "Enter a valid value.")
        let decoder = FieldDecoder(
            try fields("day=2026-02-29&time=24:00&lecture=2026-11-28&issue=2026-13&color=%23ab&site=example&until=x"))
        #expect(try decoder.decode(Visit.self) == nil)
        #expect(
            decoder.input.problems.mapValues(\.description) == [
                "day": invalid, "time": invalid, "lecture": invalid, "issue": invalid, "color": invalid,
                "site": invalid, "email": missing, "until": invalid,
            ])
    }

    @Test(
        "reads a day only as a browser sends it",
        arguments: [
            "2026-1-01", "02026-01-01", "2026-01-01 ", "2026-00-01", "2026-04-31", "1900-02-29", "2026-٠١-01",
            "2026-01", "",
        ])
    func days(text: String) {
        #expect(CalendarDate(text) == nil)
    }

    @Test("knows the moment of a day and a time in a zone")
    func moments() throws {
        let zone = try #require(TimeZone(identifier: "Europe/London"))
        let lecture = try #require(LocalDateTime("2026-07-01T09:30"))
        #expect(lecture.moment(in: zone) == Date(timeIntervalSince1970: 1_782_894_600))
        #expect(lecture.date.start(in: zone) == Date(timeIntervalSince1970: 1_782_860_400))
        let day = CalendarDate(Date(timeIntervalSince1970: 1_782_860_399), in: zone)
        #expect(day.description == "2026-06-30")
        #expect(
            day.end(in: zone) == day.adding(days: 1).start(in: zone)
                && day.adding(days: -30).description == "2026-05-31")
    }

    @Test("that is sent is validated only if every field has a value")
    func withoutValue() throws {
        for (text, problem) in [
            ("count=", "Fill in this field."), ("count=x", "Enter a valid value."), ("count=6", "Too many."),
        ] {
            let decoder = FieldDecoder(try fields(text))
            #expect(try decoder.decode(ShareForm.self) == nil)
            #expect(decoder.input.problems.mapValues(\.description) == ["count": problem])
        }
    }

    @Test("cannot have properties that are not fields")
    func nested() throws {
        struct Nested: Decodable {
            let list: [Int]
        }
        struct Deeper: Decodable {
            let form: [String: Int]
        }
        let decoder = FieldDecoder(try fields("list=a&form=b"))
        #expect(throws: FieldDecoder.NotAField.self) { try decoder.decode(Nested.self) }
        #expect(throws: FieldDecoder.NotAField.self) { try decoder.decode(Deeper.self) }
        #expect(throws: FieldDecoder.NotAField.self) { try decoder.decode([String].self) }
    }

    @Test("returns to its page with the input and the reasons, never with passwords")
    func shownAgain() async throws {
        try await withForms { browser, _ in
            let page = try await browser.post("/order", [("customer", "Ada"), ("quantity", "<0>"), ("size", "small")])
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains(#"value="&lt;0&gt;""#))
            #expect(page.text.contains(#"id="quantity-problem">Enter a whole number."#))
            let typed = FieldDecoder(try fields("customer=Ada&password=x&newPassword=y&apiToken=z")).input
            #expect(typed.values == ["customer": "Ada"])
        }
    }

    @Test("comes back to script as the layer alone")
    func layer() async throws {
        try await withForms { browser, _ in
            let page = try await browser.post(
                "/order", [("customer", "Ada"), ("quantity", "0"), ("size", "small")],
                headers: fromScript.merged([.porticoPresent: "sheet"]))
            #expect(page.status == .unprocessableContent)
            #expect(!page.text.hasPrefix("<!DOCTYPE"))
            #expect(page.text.contains("Order at least one."))
        }
    }

    @Test("comes back as a page by itself, and to script as a sentence")
    func root() async throws {
        try await withForms { browser, _ in
            let page = try await browser.post("/root")
            #expect(page.status == .unprocessableContent)
            #expect(page.isMain)
            #expect(page.text.contains(#"id="quantity-problem">Fill in this field."#))
            let forScript = try await browser.post("/root", headers: fromScript)
            #expect(forScript.status == .unprocessableContent)
            #expect(
                forScript.text.contains(#"class="error-sentence""#), "otherwise script reports a lost connection")
        }
    }

    @Test("can be refused by its handler, with the input")
    func refusedByHandler() async throws {
        try await withForms { browser, log in
            let fields = [("customer", "Nobody"), ("quantity", "7"), ("size", "small")]
            let page = try await browser.post("/order", fields)
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains(#"value="7""#))
            #expect(log.refusals == ["fields=customer path=/order"])
            let checked = try await browser.post("/order", [("customer", "Somebody")] + fields.dropFirst())
            #expect(checked.status == .unprocessableContent)
            #expect(checked.text.contains(#"id="customer-problem">Somebody may not order."#))
            let done = try await browser.post("/order", [("customer", "a/b")] + fields.dropFirst())
            #expect(done.headers[.location] == "/order/%EF%BF%BD")
        }
    }

    @Test("is only validated while a person fills it in: the handler does not run, and nothing is logged")
    func unfinished() async throws {
        try await withForms { browser, log in
            for (path, customer, quantity, problems) in [
                ("/order", "Ada", "1", []), ("/order", "", "0", ["Fill in this field."]),
                ("/order", "Ada", "0", ["Order at least one."]),
                ("/order", "Somebody", "1", ["Somebody may not order."]),
                ("/root", "Ada", "0", ["Order at least one."]), ("/root", "Ada", "1", []),
            ] {
                let page = try await browser.post(
                    path, [("customer", customer), ("quantity", quantity), ("size", "small")],
                    headers: fromScript.merged([.porticoPresent: "sheet", .porticoValidate: "customer"]))
                #expect(page.status == .unprocessableContent)
                #expect(page.text.matches(of: /-problem">([^<\n]+)/).map { String($0.output.1) } == problems)
                #expect(page.text.contains(#"value="\#(quantity)""#))
            }
            let page = try await browser.post(
                "/order", [("quantity", "0"), ("size", "small")],
                headers: fromScript.merged([.porticoPresent: "sheet", .porticoValidate: "quantity"]))
            #expect(page.text.contains(#"id="quantity-problem">Order at least one."#), "customer is still empty")
            #expect(log.refusals.isEmpty)
        }
    }

    @Test("can have files, which are chosen, checked and missing like its other fields")
    func files() async throws {
        try await withForms { browser, log in
            func post(
                _ parts: [(disposition: String, content: String)], _ more: HTTPFields = [:]
            ) async throws -> TestResponse {
                let parts = parts.map {
                    "--b\r\nContent-Disposition: form-data; \($0.disposition)\r\n\r\n\($0.content)\r\n"
                }
                let type: HTTPFields = [.contentType: "multipart/form-data; boundary=b"]
                return try await browser.send(
                    .post, "/photo", headers: type.merged(more), body: ByteBuffer(string: parts.joined() + "--b--"))
            }
            let title = (#"name="title""#, "London")
            let png = { (content: String) in
                ("name=\"photo\"; filename=\"a.png\"\r\nContent-Type: image/png", content)
            }
            let long = png(String(repeating: "a", count: 1_500_000))
            #expect(try await post([title, long]).text == "London, a.png, 1500000, none, []")
            let others = [
                (#"name="draft"; filename="b.png""#, ""), (#"name="more"; filename="c""#, "c"),
                (#"name="more"; filename="d""#, "d"),
            ]
            #expect(try await post([title, png("abc")] + others).text == "London, a.png, 3, b.png, [c d]")
            let none = (#"name="photo"; filename="""#, "")
            #expect(try await post([title, none]).text == #"["title": "London"]: ["photo": "Choose a file."]"#)
            let text = (#"name="photo""#, "abc")
            #expect(try await post([title, text]).text.hasSuffix(#": ["photo": "Enter a valid value."]"#))
            #expect(
                try await post([title, png("a"), png("b")]).text.hasSuffix(#": ["photo": "Enter a valid value."]"#))
            let other = (#"name="photo"; filename="a.txt""#, "abc")
            #expect(try await post([title, other]).text.hasSuffix(#": ["photo": "Choose a PNG."]"#))
            #expect(log.refusals == Array(repeating: "fields=photo path=/photo", count: 4))
            let unfinished = try await post([title, png("abc")], [.porticoValidate: "title"])
            #expect(unfinished.text == #"["title": "London"]: [:]"#)
            #expect(try await post([title, title, png("abc")]).status == .badRequest)
            #expect(try await post([title, png("abc"), (#"name="account""#, "local/bob")]).status == .conflict)
            #expect(try await post([title, png(String(repeating: "a", count: 2_000_001))]).status == .contentTooLarge)
            #expect(try await browser.post("/photo", [("title", "London")]).status == .unsupportedMediaType)
        }
    }

    @Test("whose refusal no handler catches gets an error page, or a problem document")
    func uncaught() async throws {
        try await withForms { browser, log in
            let page = try await browser.post("/uncaught/1", [("quantity", "secret")])
            #expect(page.status == .unprocessableContent)
            #expect(page.isError)
            let problem = try await browser.post("/uncaught/1", headers: [.accept: "application/json"])
            #expect(problem.status == .unprocessableContent)
            #expect(problem.headers[.contentType] == "application/problem+json")
            let line = "fields=customer quantity size path=/uncaught/{number}"
            #expect(log.refusals == [line, line])
            #expect(!log.text.contains("secret"))
        }
    }

    @Test(
        "that no page sends is refused, and the log has the reason",
        arguments: [
            ("application/json", "{}", 415), ("application/x-www-form-urlencoded", "a=%", 400),
            ("application/x-www-form-urlencoded", "a=1&a=2", 400),
            ("application/x-www-form-urlencoded", "account=local/eve", 409),
            ("application/x-www-form-urlencoded", "a=" + String(repeating: "a", count: 16_384), 413),
        ])
    func noForm(type: String, body: String, status: Int) async throws {
        try await withForms { browser, log in
            let page = try await browser.post("/order", body: body, headers: [.contentType: type])
            #expect(page.status.code == status)
            #expect(page.isError)
            #expect(log.refusals.count == 1)
            #expect(log.refusals.allSatisfy { $0.hasSuffix("status=\(status)") })
        }
    }

    /// Runs a test with a browser in which `ada` is signed in.
    private func withForms(_ test: @escaping @Sendable (TestBrowser, LogRecorder) async throws -> Void) async throws {
        let log = LogRecorder()
        try await TestServer.run(publicFolder: publicFolder, logger: log.logger, mount: { $0.addForms() }) {
            server, client in
            try await server.addAccount()
            try await test(try await browser(client), log)
        }
    }
}
