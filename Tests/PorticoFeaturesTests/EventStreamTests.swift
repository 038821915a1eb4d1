import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import PorticoAuth
import PorticoComponents
import PorticoConfig
import PorticoHTML
import PorticoServer
import PorticoTestSupport
import Synchronization
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("A stream of events")
struct EventStreamTests {
    private let end = OpenStream.Event(id: nil, name: "session", data: #"{"account":"local/ada"}"#)

    @Test("begins at once, is never cached, buffered or taken for a page, and begins at the time of the page")
    func opening() async throws {
        try await withStreams { _, live, client in
            let browser = try await browser(client)
            let stream = try await OpenStream(browser, port: client.port)
            #expect(stream.opening.hasPrefix("HTTP/1.1 200 OK\r\n"))
            for header in ["Content-Type: text/event-stream", "Cache-Control: no-store", "X-Accel-Buffering: no"] {
                #expect(stream.opening.contains("\r\n\(header)\r\n"), "\(header)")
            }
            let id = try #require(
                stream.opening.firstMatch(of: /\r\nretry: [1-4]\d{3}\n:\nid: (\S+)\n\n\r\n/)?.output.1)
            let position = try #require(EventID(String(id)))
            #expect(position.start == live.position.start)
            #expect(position.number <= live.position.number)
        }
    }

    @Test("begins after an id only if that is complete", arguments: ["", "a", "a-", "a-b", "a-1-", "a-1-b", "a-1-2-3"])
    func malformed(id: String) {
        #expect(EventID(id) == nil)
    }

    @Test("from another server, which is ahead of this one, gets no event again that it has from there")
    func ahead() async throws {
        try await withStreams { _, live, client in
            live.setNewestShared(0)
            let known = EventID(start: "elsewhere", number: 7, shared: 1).description
            let stream = try await OpenStream(try await browser(client), port: client.port, lastEventID: known)
            for (number, text) in ["one", "two"].enumerated() {
                live.receive(
                    RelayedEvent(name: "toast", json: #"{"text":"\#(text)"}"#, audience: .everyone, isKept: true),
                    shared: Int64(number + 1))
            }
            let heard = OpenStream.events(in: stream.opening) + (await stream.events(until: "two"))
            #expect(heard.filter { $0.name == "toast" }.map(\.data) == [#"{"text":"two"}"#])
            #expect(heard.contains { $0.name == "missed" })
        }
    }

    @Test("is for signed-in people")
    func protected() async throws {
        try await withStreams { _, live, client in
            let response = try await TestBrowser(client).get("/events", headers: fromScript)
            #expect(response.status == .unauthorized)
            #expect(response.headers[.porticoCover] == "/session/new")
            #expect(live.streamCount == 0)
        }
    }

    @Test("of a page from before a change of account learns of that, however late it begins")
    func accountBefore() async throws {
        try await withStreams { _, live, client in
            let browser = try await browser(client)
            let page = live.position.description
            _ = try await browser.signIn("bob")
            let late = try await OpenStream(browser, port: client.port, query: "?after=\(page)")
            let made = live.position.description
            let own = try await OpenStream(browser, port: client.port, query: "?after=\(made)")
            live.publish("to both", to: .everyone)
            let missed = OpenStream.events(in: late.opening) + (await late.events(until: "to both"))
            #expect(missed.contains { $0.name == "session" })
            #expect(await !own.events(until: "to both").contains { $0.name == "session" })
        }
    }

    @Test("ends with its sign-in, announces that, and leaves the connection for other requests")
    func signOut() async throws {
        try await withStreams { _, live, client in
            let (here, there) = (try await browser(client), try await browser(client))
            let stream = try await OpenStream(here, port: client.port)
            let other = try await OpenStream(there, port: client.port)
            _ = try await here.post("/session/end")
            live.publish("too late", to: .everyone)
            let rest = await stream.rest()
            #expect(rest.isComplete)
            #expect(rest.events.last?.withoutID == end)
            #expect(!rest.events.contains { $0.data.contains("too late") })
            await stream.connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await stream.connection.receive { $0.contains("ok\n") }.hasPrefix("HTTP/1.1 200"))
            live.publish("still there", to: .everyone)
            #expect(await other.events(until: "still there").map(\.name).contains("session") == false)
            #expect(try await eventually { live.streamCount == 1 })
        }
    }

    @Test("ends when somebody signs in in its browser")
    func signIn() async throws {
        try await withStreams { _, live, client in
            let browser = try await browser(client)
            let stream = try await OpenStream(browser, port: client.port)
            _ = try await browser.signIn("bob")
            live.publish("too late", to: .everyone)
            let rest = await stream.rest()
            #expect(rest.isComplete)
            #expect(rest.events.last?.withoutID == end)
            #expect(!rest.events.contains { $0.data.contains("too late") })
        }
    }

    @Test("ends within one heartbeat after its sign-in has expired, and does not use it")
    func expiry() async throws {
        try await withStreams {
            $0.auth.sessions.idle = 600
            $0.eventInterval = .milliseconds(20)
        } _: { _, live, client in
            let (browser, other) = (try await browser(client), try await browser(of: "bob", client))
            let stream = try await OpenStream(browser, port: client.port)
            _ = try await other.post("/dev/settings", [("clockOffset", "400")])
            // Two heartbeats. If they were uses of the sign-in, its lifetime would begin again.
            _ = await stream.connection.receive { $0.split(separator: "event: alive").count > 2 }
            _ = try await other.post("/dev/settings", [("clockOffset", "601")])
            let rest = await stream.rest()
            #expect(rest.isComplete)
            #expect(rest.events.map(\.withoutID) == [end])
        }
    }

    @Test("ends when the command line ends its sign-in")
    func disabled() async throws {
        try await withStreams { server, live, client in
            let stream = try await OpenStream(try await browser(client), port: client.port)
            let other = try await OpenStream(try await browser(of: "bob", client), port: client.port)
            try await server.auth.directory.setDisabled(true, AccountID(server: .local, user: "ada"))
            let rest = await stream.rest()
            #expect(rest.isComplete)
            #expect(rest.events.map(\.withoutID).last == end)
            live.publish("still there", to: .everyone)
            let text = await other.opening + other.connection.receive { $0.contains("still there") }
            #expect(text.contains("event: config\ndata: {\"keys\":[]}\n\n"))
            #expect(!text.contains("event: session"))
        }
    }

    @Test("ends at once if its sign-in ended while it was opening")
    func race() async throws {
        try await TestDoor.run(publicFolder: publicFolder) { door, client in
            try await door.addAccount()
            let browser = try await browser(client)
            let token = TokenDigest(of: try #require(await browser.cookies["portico"]))
            door.store.pauseNextTransaction {
                guard let found = try? await door.memory.browser(token) else { return }
                try? await door.memory.signOut(
                    BrowserAccess(found.id, token: token), newToken: Token.random().digest, of: nil, events: [],
                    at: door.clock.now())
            }
            let stream = try await OpenStream(browser, port: client.port)
            #expect(await stream.rest().events.map(\.withoutID) == [end])
        }
    }

    @Test("that has ended is not written to when its sign-in ends: its connection may have the next response")
    func ended() throws {
        let channel = EmbeddedChannel()
        let live = LiveEvents(app: AppConfig(), now: { Date() })
        let reader = EventReader(
            browser: 1, account: AccountID(server: .local, user: "ada"), signIn: 1, token: Token.random().digest,
            language: "en")
        let stream = try live.stream(for: reader, on: channel)
        live.end(stream)
        live.endSignIn(of: stream)
        channel.embeddedEventLoop.run()
        #expect(try channel.readOutbound(as: Any.self) == nil)
    }

    @Test("has the texts of its page's language, at once and after a reconnection")
    func languages() throws {
        let live = LiveEvents(app: AppConfig(), languages: ["en", "de"], now: { Date() })
        let start = live.position.number
        let toast = Toast(.hello("Ada"), action: .init(label: .guests(2), href: "/guests"))
        func data(_ language: String) -> String {
            let (hello, guests) = language == "de" ? ("Hallo Ada", "2 Gäste") : ("Hello Ada", "2 guests")
            return #"{"action":{"href":"/guests","label":"\#(guests)"},"kind":"info","text":"\#(hello)","version":1}"#
        }
        var pages: [(language: String, channel: EmbeddedChannel, stream: EventStream)] = []
        for language in ["en", "de"] {
            let channel = EmbeddedChannel()
            let reader = EventReader(
                browser: 1, account: AccountID(server: .local, user: "ada"), signIn: 1, token: Token.random().digest,
                language: language)
            let stream = try live.stream(for: reader, on: channel)
            var known = start
            #expect(live.join(stream, knowing: &known) == nil)
            pages.append((language, channel, stream))
        }
        live.toast(toast, to: .everyone)
        live.hud.show(HudContent.progress(0.5, LocalizedText.guests(2), id: "hud"), to: .everyone)
        for (language, channel, stream) in pages {
            channel.embeddedEventLoop.run()
            var sent = ""
            while case .body(let bytes)? = try channel.readOutbound(as: HTTPResponsePart.self) {
                sent += String(buffer: bytes)
            }
            #expect(sent.contains("event: toast\ndata: \(data(language))\n"))
            #expect(sent.contains(language == "de" ? #""text":"2 Gäste""# : #""text":"2 guests""#))
            live.end(stream)
            var known = start
            let missed = live.join(try live.stream(for: stream.reader, on: channel), knowing: &known) ?? []
            #expect(missed.map { String(buffer: $0) }.joined() == sent)
        }
    }

    @Test("stays open through a long silence")
    func heartbeat() async throws {
        try await withStreams {
            $0.eventInterval = .milliseconds(20)
        } _: { _, live, client in
            let stream = try await OpenStream(try await browser(client), port: client.port)
            let text = await stream.connection.receive { $0.split(separator: "event: alive").count > 3 }
            #expect(text.contains(/\r\nid: \S+-\d+\nevent: alive\ndata: \{\}\n\n\r\n/))
            #expect(live.streamCount == 1)
        }
    }

    @Test("ends at once when the client disconnects, in whichever way")
    func departure() async throws {
        try await withStreams { _, live, client in
            let browser = try await browser(client)
            var streams: [OpenStream] = []
            for _ in 0..<5 { streams.append(try await OpenStream(browser, port: client.port)) }
            #expect(live.streamCount == 5)
            streams.removeLast(3)
            #expect(try await eventually { live.streamCount == 2 })
            await streams[0].connection.endSending()
            #expect(try await eventually { live.streamCount == 1 })
            live.publish("still there", to: .everyone)
            #expect(await streams[1].events(until: "still there").count == 1)
        }
    }

    @Test("is dropped if its reader does not read, and the others continue")
    func slowReader() async throws {
        try await withStreams { _, live, client in
            let slow = try await OpenStream(try await browser(client), port: client.port, receiveBuffer: 4096)
            let other = try await OpenStream(try await browser(of: "bob", client), port: client.port)
            let text = String(repeating: "a", count: 32_000)
            let reading = Task { await other.events(until: #""the end""#) }
            var published = 0
            let isDropped = try await eventually {
                for _ in 0..<20 { live.publish(text, to: .browser(1)) }
                live.publish("", to: .browser(2))
                published += 1
                return live.streamCount == 1
            }
            #expect(isDropped)
            live.publish("the end", to: .everyone)
            #expect(await reading.value.count == published + 1)
            #expect(try #require(await slow.connection.receiveEnd()).hasSuffix("0\r\n\r\n") == false)
        }
    }
}

extension OpenStream.Event {
    /// The event without its id.
    var withoutID: Self { Self(id: nil, name: name, data: data) }
}
