import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import PorticoTransfer
import Testing

@testable import ExampleGateway

@Suite("A gateway over HTTP", .timeLimit(.minutes(20)))
struct HTTPGatewayTests {
    @Test("signs in, returns the person and the workplaces, and signs out")
    func whole() async throws {
        try await GatewayFixture.with { fixture in
            let login = try await fixture.login()
            let ada = GatewayPerson(employeeNumber: try #require(EmployeeNumber("0042")), name: "Ada Lovelace")
            #expect(login.person == ada)
            let token = login.gatewayUserName
            #expect(try await fixture.gateway.me(token) == ada)
            let workplaces = try await fixture.gateway.workplaces(token).workplaces
            #expect(workplaces.map(\.code) == ["F1", "W1", "L1", "S1"])
            try await fixture.gateway.logout(token)
            #expect(
                await failure { () throws(GatewayError) in try await fixture.gateway.me(token) }
                    == .refused(.credentials))
        }
    }

    @Test("refuses a wrong password, and a password after too many wrong ones")
    func wrongPassword() async throws {
        try await GatewayFixture.with { fixture in
            for _ in 1...FailedAttempts.limit {
                #expect(await login(fixture.gateway, "ada", "wrong") == .refused(.credentials))
                #expect(await login(fixture.gateway, "nobody", "wrong") == .refused(.credentials))
            }
            #expect(await login(fixture.gateway, "ada", "s3cret-of-ada") == .refused(.tooMany(retryAfter: 30)))
            #expect(await login(fixture.gateway, "nobody", "wrong") == .refused(.tooMany(retryAfter: 30)))
            #expect(await login(fixture.gateway, "grace", "s3cret-of-grace") == nil)
        }
    }

    @Test(
        "gets requests at paths under its address, with secrets only where they belong",
        arguments: ["", "/", "/a%20b", "/a%20b/"])
    func requests(path: String) async throws {
        let token = try #require(GatewayUserName("t0ken"))
        try await AnsweringServer.with(path: path) { _ in
            Response(status: .noContent)
        } _: { server, gateway in
            _ = await login(gateway, "ada", "pässword \" \\")
            _ = await failure { () throws(GatewayError) in try await gateway.me(token) }
            _ = await failure { () throws(GatewayError) in try await gateway.workplaces(token) }
            _ = await failure { () throws(GatewayError) in try await gateway.logout(token) }
            let prefix = path.hasPrefix("/a") ? "/a%20b" : ""
            #expect(
                server.visits.map { "\($0.method) \($0.target)" }
                    == [
                        "POST \(prefix)/login", "GET \(prefix)/me", "GET \(prefix)/workplaces", "POST \(prefix)/logout",
                    ])
            #expect(
                server.visits.map { $0.headers[.authorization] } == [nil] + Array(repeating: "Bearer t0ken", count: 3))
            let visit = try #require(server.visits.first)
            #expect(visit.headers[.contentType] == "application/json")
            let body = try JSONDecoder().decode([String: String].self, from: Data(visit.body.utf8))
            #expect(body == ["userName": "ada", "password": "pässword \" \\"])
            #expect(server.visits.dropFirst().allSatisfy { $0.body.isEmpty })
        }
    }

    @Test(
        "is accepted only in JSON",
        arguments: ["text/html", "text/json", "application/jsonp", "appli cation/json", "", nil] as [String?])
    func wrongType(type: String?) async throws {
        let token = try #require(GatewayUserName("t0ken"))
        var headers: HTTPFields = [:]
        headers[.contentType] = type
        try await AnsweringServer.with(headers: headers, body: Self.record) { _, gateway in
            let error = await failure { () throws(GatewayError) in try await gateway.me(token) }
            #expect(error == .invalidAnswer(.unreadable(nil)))
        }
    }

    @Test(
        "may add parameters to the type",
        arguments: [
            "application/json", "Application/JSON; charset=utf-8", "application/json ;x=y",
            "application/json;\u{301}x=y",
        ])
    func type(type: String) async throws {
        let token = try #require(GatewayUserName("t0ken"))
        try await AnsweringServer.with(headers: [.contentType: type], body: Self.record) { _, gateway in
            let person = try await gateway.me(token)
            #expect(person.name == "Ada")
        }
    }

    @Test("is refused if the status is not the contract's")
    func otherSuccess() async throws {
        let token = try #require(GatewayUserName("t0ken"))
        for code in [201, 202, 203, 204, 206] {
            let headers: HTTPFields = code == 204 ? [:] : [.contentType: "application/json"]
            try await AnsweringServer.with(
                status: .init(code: code), headers: headers, body: code == 204 ? "" : Self.record
            ) { _, gateway in
                let error = await failure { () throws(GatewayError) in try await gateway.me(token) }
                #expect(error == .failed(status: code))
            }
        }
        try await AnsweringServer.with(body: "{}") { _, gateway in
            let error = await failure { () throws(GatewayError) in try await gateway.logout(token) }
            #expect(error == .failed(status: 200))
        }
    }

    @Test(
        "is accepted only in UTF-8, without a byte order mark, and without a repeated name in an object",
        arguments: [
            ("\u{FEFF}" + record, .notUTF8), ("\u{0}" + record, .notUTF8),
            (#"{"data": {"user": {"employeeNo": "1", "name": "Ada", "name": "Eve"}}}"#, .repeatedName("name")),
            (#"{"data": {"user": {"employeeNo": "1", "name": "Ada", "n\u0061me": "Eve"}}}"#, .repeatedName("name")),
            (#"{"x": [{"a": 1, "b": {"a": 1}, "\"": 2, "a": 3}], "data": 1}"#, .repeatedName("a")),
            (
                #"{"name": "name", "x": ["name", "name"], "y": [{"name": 1}, {"name": ",\"name\":"}], "data": {"user": {"#
                    + #""employeeNo": "1", "name": "Ada"}}}"#, nil
            ),
        ] as [(String, GatewayAnswerProblem?)])
    func form(body: String, problem: GatewayAnswerProblem?) async throws {
        let token = try #require(GatewayUserName("t0ken"))
        try await AnsweringServer.with(headers: [.contentType: "application/json"], body: body) { _, gateway in
            let error = await failure { () throws(GatewayError) in try await gateway.me(token) }
            #expect(error == problem.map { .invalidAnswer($0) })
        }
    }

    @Test(
        "returns the time to wait",
        arguments: [
            ("17", 17), ("0", 0), ("100000", 86_400), (nil, nil), ("-1", nil), ("1.5", nil), ("", nil),
            ("99999999999999999999", nil), ("Sun, 22 Nov 2026 06:24:08 GMT", nil),
        ] as [(String?, Int?)])
    func retryAfter(text: String?, seconds: Int?) async throws {
        var headers: HTTPFields = [:]
        headers[.retryAfter] = text
        try await AnsweringServer.with(status: .tooManyRequests, headers: headers) { _, gateway in
            #expect(await login(gateway, "ada", "x") == .refused(.tooMany(retryAfter: seconds)))
        }
    }

    @Test("has failed with any other status", arguments: [400, 402, 404, 405, 413, 418, 451, 500, 502, 503, 504])
    func otherStatus(code: Int) async throws {
        try await AnsweringServer.with(status: .init(code: code)) { _, gateway in
            #expect(await login(gateway, "ada", "x") == .failed(status: code))
        }
    }

    static let record = #"{"data": {"user": {"employeeNo": "1", "name": "Ada"}}}"#
}

/// The error of a sign-in.
func login(_ gateway: any Gateway, _ userName: String, _ password: String) async -> GatewayError? {
    await failure { () throws(GatewayError) in try await gateway.login(userName: userName, password: password) }
}

@Suite("The status line of an answer")
struct StatusLineTests {
    @Test("has a status of three digits, or none")
    func status() {
        for (line, status) in [
            ("HTTP/1.1 200 OK\r\n", 200), ("HTTP/2 404", 404), ("HTTP/1.1  503 \r\n", 503), ("HTTP/1.1 999 x", 999),
            ("HTTP/1.1 +20 x", 0), ("HTTP/1.1 -20 x", 0), ("HTTP/1.1 20 x", 0), ("HTTP/1.1 2000 x", 0),
            ("HTTP/1.1 \u{662}00 x", 0), ("HTTP/1.1 200\u{301} x", 0), ("HTTP/1.1", 0),
        ] { #expect(StatusLine(line[...])?.status == status, "\(line)") }
        for line in ["", "Content-Type: text/html", "HTTP\u{301}/1.1 200", "http/1.1 200"] {
            #expect(StatusLine(line[...]) == nil)
        }
    }
}
