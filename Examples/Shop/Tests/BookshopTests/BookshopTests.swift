import PorticoTesting
import Testing

@testable import Bookshop

@Suite("The bookshop")
struct BookshopTests {
    @Test("shows its books to people who are logged in")
    func home() async throws {
        try await TestServer.run(Bookshop()) { server in
            let ada = try await server.signIn("ada")
            let home = try await ada.get("/")
            #expect(home.status == .ok)
            #expect(try home.element("book-1").text == "Emma 12 copies")

            let stranger = server.browser()
            #expect(try await stranger.get("/").screen == "login")
        }
    }

    @Test("saves a book, in a browser without script")
    func save() async throws {
        try await TestServer.run(Bookshop()) { server in
            let ada = try await server.signIn("ada")
            let editor = try await ada.get("/books/1")
            let answer = try await ada.submit("book", on: editor, ["stock": "7"])
            let home = try await ada.follow(answer)
            #expect(home.toasts.map(\.text) == ["Emma is saved"])
            #expect(try home.element("book-1").text == "Emma 7 copies")
        }
    }

    @Test("saves a book in a sheet, and tells the open pages of others")
    func sheet() async throws {
        let shop = Bookshop()
        try await TestServer.run(shop) { server in
            let (ada, grace) = (try await server.signIn("ada"), try await server.signIn("grace"))
            let others = try await grace.open("/")
            let home = try await ada.get("/")
            let sheet = try await ada.follow(home.element("book-1"), as: .script)
            let answer = try await ada.submit("book", on: sheet, ["stock": "7"], as: .script)
            #expect(answer.dismisses && answer.location == "/")
            try await others.change(of: "books")
            #expect(try await shop.books.book(1).stock == 7)
        }
    }

    @Test("shows what is wrong with a book")
    func mistake() async throws {
        try await TestServer.run(Bookshop()) { server in
            let ada = try await server.signIn("ada")
            let editor = try await ada.get("/books/1")
            let refused = try await ada.follow(ada.submit("book", on: editor, ["stock": "-1"]))
            #expect(refused.status == .unprocessableContent)
            #expect(try refused.element("stock-problem").text == "Enter 0 or more.")
            #expect(try refused.element("stock")["value"] == "-1")
        }
    }

    @Test("overwrites no book that somebody else has changed")
    func conflict() async throws {
        try await TestServer.run(Bookshop()) { server in
            let (ada, grace) = (try await server.signIn("ada"), try await server.signIn("grace"))
            let (first, second) = (try await ada.get("/books/2"), try await grace.get("/books/2"))
            _ = try await ada.submit("book", on: first, ["stock": "8"])
            let refused = try await grace.follow(grace.submit("book", on: second, ["stock": "9"]))
            #expect(refused.status == .conflict)
            #expect(try refused.element("stock-theirs").text == "Saved version: 8")
        }
    }

    @Test("counts its books, shows the progress, and offers the report")
    func report() async throws {
        try await TestServer.run(Bookshop()) { server in
            let ada = try await server.signIn("ada")
            let home = try await ada.open("/")
            _ = try await ada.post("/report", as: .script)
            #expect(try await home.hud().kind == .progress)
            let report = try await ada.get(home.download())
            #expect(report.text == "1,12\n2,3\n")
            #expect(try await home.toast().text == "Ready: The report")
        }
    }
}
