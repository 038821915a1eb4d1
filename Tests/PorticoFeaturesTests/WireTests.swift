import Foundation
import PorticoTestSupport
import Testing

@Suite("Security: input of malicious clients")
struct WireTests {
    private func withPort(_ test: @escaping @Sendable (Int) async throws -> Void) async throws {
        try await withServer { _, client in
            let port = client.port
            try await test(port)
            let answer = try await RawConnection.exchange(
                port: port, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200"), "the server still responds")
        }
    }

    @Test(
        "4.1 huge headers end in a 4xx or the end of the connection",
        arguments: [
            "X-Large: " + String(repeating: "a", count: 20_000),
            "Cookie: portico=" + String(repeating: "a", count: 20_000),
            (0..<150).map { "X-\($0): a" }.joined(separator: "\r\n"),
            (0..<90).map { "X-\($0): \(String(repeating: "a", count: 500))" }.joined(separator: "\r\n"),
        ])
    func hugeHeaders(headers: String) async throws {
        try await withPort { port in
            let answer = try await RawConnection.exchange(
                port: port, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(headers)\r\n\r\n")
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"))
        }
    }

    @Test(
        "2.2 bytes that are not HTTP end in a 400 or the end of the connection",
        arguments: [
            "nonsense\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
            "GET / HTTP/1.1\r\nBad Header\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
            "POST /session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
            "POST /session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        ])
    func noHTTP(text: String) async throws {
        try await withPort { port in
            let answer = try await RawConnection.exchange(port: port, text)
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4") || answer.hasPrefix("HTTP/1.1 505"), "\(answer)")
        }
    }

    @Test(
        "4.1 an endless body is cut off, with a reader or without", arguments: ["/session", "/", "/nothing"])
    func endlessBody(path: String) async throws {
        try await withPort { port in
            let connection = try RawConnection(port: port)
            await connection.send(
                """
                POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r
                Transfer-Encoding: chunked\r\n\r\n
                """)
            let chunk = "10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n"
            let sender = Task { for _ in 0..<64 where !Task.isCancelled { await connection.send(chunk) } }
            await sender.value
            let answer = await connection.receive()
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"))
        }
    }

    @Test("4.1 a body of 17 KiB over a socket is a 413")
    func tooLarge() async throws {
        try await withPort { port in
            let body = "username=" + String(repeating: "a", count: 17 * 1024)
            let answer = try await RawConnection.exchange(
                port: port,
                """
                POST /session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r
                Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
                """)
            #expect(answer.hasPrefix("HTTP/1.1 413"))
        }
    }

    @Test("several requests on one connection get their responses in order, errors among them")
    func keepAlive() async throws {
        try await withPort { port in
            let request = { (path: String, last: Bool) in
                "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(last ? "Connection: close\r\n" : "")\r\n"
            }
            let answer = try await RawConnection.exchange(
                port: port, request("/nothing", false) + request("/healthz", false) + request("/", true))
            let statuses = answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) }
            #expect(statuses == ["404", "200", "200"])
        }
    }
}
