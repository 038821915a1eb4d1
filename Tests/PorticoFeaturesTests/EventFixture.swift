import Foundation
import PorticoServer
import PorticoTestSupport
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

/// A browser's event stream, over its own socket.
final class OpenStream: Sendable {
    let connection: RawConnection
    let opening: String

    /// One event, as received.
    struct Event: Hashable {
        var id: String?
        let name: String
        let data: String
    }

    /// Opens it and waits for its first bytes.
    init(
        _ browser: TestBrowser, port: Int?, query: String = "", lastEventID: String? = nil, receiveBuffer: Int32? = nil
    ) async throws {
        connection = try RawConnection(port: try #require(port), receiveBuffer: receiveBuffer)
        let cookies = await browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
        let resume = lastEventID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        await connection.send(
            "GET /events\(query) HTTP/1.1\r\nHost: localhost\r\nCookie: \(cookies)\r\n\(resume)\r\n")
        opening = await connection.receive { text in
            text.contains("\nid: ") && (text.hasSuffix("\n\n\r\n") || Self.isEnd(text)) || text.contains("HTTP/1.1 4")
        }
    }

    /// The id at its beginning.
    var position: String? { opening.firstMatch(of: /\nid: (\S+)\n/).map { String($0.1) } }

    /// The events up to the first one whose data contains `text`, or up to the end of the stream.
    func events(until text: String) async -> [Event] {
        Self.events(in: await connection.receive { $0.contains(text) && $0.hasSuffix("\n\n\r\n") })
    }

    /// The remaining events, and whether the stream ends with the last chunk of the response.
    func rest() async -> (events: [Event], isComplete: Bool) {
        let text = Self.isEnd(opening) ? opening : await opening + connection.receive(until: Self.isEnd)
        return (Self.events(in: text), Self.isEnd(text))
    }

    private static func isEnd(_ text: String) -> Bool {
        text.hasSuffix("\r\n0\r\n\r\n") || text == "0\r\n\r\n"
    }

    /// The events in a text, without heartbeats and without notices of writes by another process, such as the one that
    /// adds the accounts.
    static func events(in text: String) -> [Event] {
        text.matches(of: /(?:id: (\S+)\n)?event: (\w+)\ndata: (.*)\n\n/).map { match in
            Event(id: match.1.map(String.init), name: String(match.2), data: String(match.3))
        }.filter { $0.name != "alive" && $0.data != #"{"keys":[]}"# }
    }
}

/// An event to publish.
struct Sample: Encodable {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

extension LiveEvents {
    func publish(_ text: String, to audience: Audience) {
        publish("toast", Sample(text), to: audience)
    }
}

/// Runs a test against a server with sockets and the accounts `ada` and `bob`.
func withStreams(
    configure: @escaping (inout ServerOptions) -> Void = { _ in },
    _ test: @escaping @Sendable (TestServer, LiveEvents, TestClient) async throws -> Void
) async throws {
    try await TestServer.run(publicFolder: publicFolder, configure: configure) { server, client in
        try await server.addAccount()
        try await server.addAccount("bob", name: "Bob")
        try await test(server, server.server.live, client)
    }
}

/// A browser with a signed-in account.
func browser(of userName: String = "ada", _ client: TestClient) async throws -> TestBrowser {
    let browser = TestBrowser(client)
    _ = try await browser.signIn(userName)
    return browser
}
