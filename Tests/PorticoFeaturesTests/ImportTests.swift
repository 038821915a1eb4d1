import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("Importing and exporting people in the browser")
struct ImportTests {
    private static let path = "/administration/people/import"
    private static let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=b"]
    private static let file = """
        username,name,email,groups
        grace,Grace Hopper,grace@example.org,staff
        ada,Ada,ada2@example.org,
        """

    private func body(_ content: String, field: String = "file", account: String = "local/chief") -> String {
        let name = field == "file" ? "; filename=\"people.csv\"" : ""
        return "--b\r\nContent-Disposition: form-data; name=\"account\"\r\n\r\n\(account)\r\n"
            + "--b\r\nContent-Disposition: form-data; name=\"\(field)\"\(name)\r\n\r\n\(content)\r\n--b--\r\n"
    }

    @Test("shows the effects of a file first, then adds people as a job")
    func run() async throws {
        try await administering { door, root, client in
            #expect(try await root.get(Self.path).text.contains("enctype=\"multipart/form-data\""))
            let preview = try await root.post(Self.path, body: body(Self.file), headers: Self.headers)
            #expect(preview.status == .ok)
            for text in [
                "1 person will be added", "Grace Hopper", "1 row can’t be added", "Line 3",
                "An account with this user name exists.", "Import 1 of 2 people", "Choose another file",
            ] {
                #expect(preview.text.contains(text), "\(text)")
            }
            #expect(try await door.account("grace") == nil, "the preview changes nothing")
            let content = try #require(preview.field("content"))
            let run = "\(Self.path)/run"
            let started = try await root.post(run, body: body(content, field: "content"), headers: Self.headers)
            let job = try #require(started.headers[.location])
            var page = try await root.get(job).text
            while page.contains("job-progress") { page = try await root.get(job).text }
            #expect(page.contains("1 person was added"))
            #expect(try await door.account("grace")?.groups == ["staff"])
            #expect(try await door.mails() == ["welcome"])
            #expect(try await door.events(.imported).map(\.actor?.user) == ["chief"])
            #expect(try await door.events(.imported).map(\.count) == [1])
            #expect(try await root.get(run).headers[.location] == Self.path)
        }
    }

    @Test("says how many people keep their passwords, who then log in with them")
    func passwords() async throws {
        try await administering { door, root, client in
            // "a password of another system", by passlib 1.7.
            let file = """
                username,name,email,password_hash
                grace,Grace Hopper,grace@example.org,$6$rounds=1000$fvWCm6.fDTQqe7fe$.rZa3KqGl6B7g.sMUDTFBHORxtuXL6BZxVDLF536kmOsULl24ct/OLbqayixRPlIjH28AoWjzvMYSibJSwXcT/
                alan,Alan Turing,alan@example.org,
                eve,Eve,eve@example.org,$2b$31$5S1bBK9WOdDUpyAZFeAHTudF6JuR4wiLrYODSJn3TWvpCSTLUBTP6
                mal,Mal,mal@example.org,secret
                """
            let preview = try await root.post(Self.path, body: body(file), headers: Self.headers)
            for text in [
                "1 person keeps the password. Each other person gets an email",
                "This password hash takes too much time or memory to check.",
                "The form of the password hash is unknown.",
            ] {
                #expect(preview.text.contains(text), "\(text)")
            }
            let content = try #require(preview.field("content"))
            let started = try await root.post(
                "\(Self.path)/run", body: body(content, field: "content"), headers: Self.headers)
            let job = try #require(started.headers[.location])
            var page = try await root.get(job).text
            while page.contains("job-progress") { page = try await root.get(job).text }
            #expect(try await door.mails() == ["welcome"])
            let fields = [("username", "grace"), ("server", "local")]
            for (password, status) in [
                ("wrong", HTTPResponse.Status.unauthorized), ("a password of another system", .seeOther),
                ("a password of another system", .seeOther),
            ] {
                let browser = TestBrowser(client)
                #expect(try await browser.post("/session", fields + [("password", password)]).status == status)
            }
            let grace = try #require(try await door.account("grace"))
            let hash = try await door.auth.store.credential(of: grace.id)?.passwordHash
            #expect(hash?.hasPrefix("$argon2id$") == true)
        }
    }

    @Test(
        "names the mistakes of a file",
        arguments: [
            ("", "This file is empty."), ("name,email", "The column username is missing."),
            ("username,name,email,colour", "The column colour is unknown."),
            ("username,name,email,name", "Two columns are called name."), ("a\"b", "The first line can’t be read."),
        ])
    func refused(file: String, sentence: String) async throws {
        try await administering { door, root, client in
            let answer = try await root.post(Self.path, body: body(file), headers: Self.headers)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains(sentence))
        }
    }

    @Test("takes a file of a megabyte, through both steps, and no larger one")
    func size() async throws {
        try await administering { door, root, client in
            let start = "username,name,email\ngrace,Grace Hopper,grace@example.org\nlong,"
            let file = start + String(repeating: "x", count: 1_048_576 - start.utf8.count)
            let preview = try await root.post(Self.path, body: body(file), headers: Self.headers)
            #expect(preview.status == .ok)
            #expect(preview.headers[.cacheControl] == "no-store", "it has the file")
            let content = try #require(preview.field("content"))
            let run = try await root.post(
                "\(Self.path)/run", body: body(content, field: "content"), headers: Self.headers)
            #expect(run.status == .seeOther)
            let larger = try await root.post(Self.path, body: body(file + "x"), headers: Self.headers)
            #expect(larger.status == .unprocessableContent)
            #expect(larger.text.contains("This file is too large."))
        }
    }

    @Test("asks for the password first, and is for administrators, from the page of the current account")
    func access() async throws {
        try await administering { door, root, client in
            let form = body(Self.file)
            #expect(
                try await door.browser(client).post(Self.path, body: form, headers: Self.headers).status == .forbidden)
            let foreign = body(Self.file, account: "local/ada")
            #expect(try await root.post(Self.path, body: foreign, headers: Self.headers).status == .conflict)
            let missing = try await root.post(Self.path, body: body("x", field: "text"), headers: Self.headers)
            #expect(missing.text.contains("Choose a CSV file."))
            let content = body("!", field: "content")
            let run = try await root.post("\(Self.path)/run", body: content, headers: Self.headers)
            #expect(run.status == .badRequest)
            #expect(try await root.post(Self.path, [("file", "x")]).status == .unsupportedMediaType)
            door.clock.advance(by: 600)
            let question = try await root.post(Self.path, body: form, headers: Self.headers)
            #expect(question.status == .forbidden && question.asksForProof)
            let carried = try #require(question.field("carried-file:file"))
            #expect(carried.hasPrefix(Data(Self.file.utf8).base64EncodedString() + ","))
            let late = try await root.post("\(Self.path)/run", body: content, headers: Self.headers)
            #expect(late.asksForProof && late.field("content") == "!")
            #expect(try await root.get("/administration/people/export").headers[.location] == "/administration/people")
        }
    }

    @Test("exports files that it can import")
    func export() async throws {
        try await administering { door, root, client in
            let ada = try #require(try await door.account("ada"))
            try await door.auth.directory.setDetails(name: "=1+1, \"Ada\"", email: ada.email, of: ada.id)
            let file = try await root.get("/administration/people/export")
            #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(
                file.text == """
                    username,name,email,administrator,groups\r
                    "ada","'=1+1, ""Ada\""","ada@example.org","no",""\r
                    "chief","Chief","chief@example.org","yes",""\r

                    """)
            #expect(try await door.events(.dataExported).map(\.actor?.user) == ["chief"])
            try await door.auth.directory.delete(ada.id)
            let report = try await AccountImport(into: door.auth.directory).run(Array(file.text.utf8), isPartial: true)
            #expect(report.added == 1)
            #expect(try await door.account("ada")?.name == "=1+1, \"Ada\"")
            for name in ["'@home", "''-x", "'quoted'", "@"] {
                try await door.auth.directory.setDetails(name: name, email: ada.email, of: ada.id)
                let file = Array(try await root.get("/administration/people/export").text.utf8)
                try await door.auth.directory.delete(ada.id)
                _ = try await AccountImport(into: door.auth.directory).run(file, isPartial: true)
                #expect(try await door.account("ada")?.name == name)
            }
        }
    }
}
