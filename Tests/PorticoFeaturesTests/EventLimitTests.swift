import Foundation
import HTTPTypes
import PorticoConfig
import PorticoServer
import PorticoTestSupport
import Synchronization
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("A stream of events is bounded: it", .timeLimit(.minutes(20)))
struct EventLimitTests {
    private let bob = AccountID(server: .local, user: "bob")

    @Test("is refused if the account has too many, and possible again after one has ended")
    func accountLimit() async throws {
        try await withStreams {
            $0.app.eventStreamsPerAccount = 2
        } _: { _, live, client in
            let (here, there) = (try await browser(client), try await browser(client))
            var streams = [
                try await OpenStream(here, port: client.port), try await OpenStream(there, port: client.port),
            ]
            let refusal = try await here.get("/events", headers: fromScript)
            #expect(refusal.status == .tooManyRequests)
            #expect(refusal.headers[.retryAfter] == "30")
            let bob = try await OpenStream(try await browser(of: "bob", client), port: client.port)
            #expect(bob.opening.hasPrefix("HTTP/1.1 200"))
            streams.removeLast()
            #expect(try await eventually { live.streamCount == 2 })
            let next = try await OpenStream(here, port: client.port)
            #expect(next.opening.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("is refused if there are too many in total")
    func limit() async throws {
        try await withStreams {
            $0.app.eventStreams = 1
        } _: { _, live, client in
            let stream = try await OpenStream(try await browser(client), port: client.port)
            let refusal = try await browser(of: "bob", client).get("/events", headers: fromScript)
            #expect(refusal.status == .serviceUnavailable)
            #expect(refusal.headers[.retryAfter] == "30")
            live.publish("still there", to: .everyone)
            #expect(await stream.events(until: "still there").count == 1)
        }
    }

    @Test("takes no place for a HEAD request")
    func head() async throws {
        try await withStreams {
            $0.app.eventStreams = 1
        } _: { _, live, client in
            let browser = try await browser(client)
            for _ in 0..<3 {
                let response = try await browser.send(.head, "/events")
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "text/event-stream")
            }
            #expect(try await eventually { live.streamCount == 0 })
        }
    }

    @Test("ends with the server, which does not wait for clients that do not read")
    func shutdown() async throws {
        let begun = Mutex(ContinuousClock.now)
        let kept = Mutex<[OpenStream]>([])
        try await withStreams { _, live, client in
            let ada = try await browser(client)
            let streams = [
                try await OpenStream(ada, port: client.port), try await OpenStream(ada, port: client.port),
                try await OpenStream(try await browser(of: "bob", client), port: client.port, receiveBuffer: 4096),
            ]
            // More than the system buffers for a client that does not read.
            live.publish(String(repeating: "a", count: 8_000_000), to: .account(bob))
            kept.withLock { $0 = streams }
            begun.withLock { $0 = .now }
        }
        // The server gives up writes that no client reads after 30 seconds.
        #expect(ContinuousClock.now - begun.withLock { $0 } < .seconds(25))
        let streams = kept.withLock { $0 }
        #expect(await streams[0].rest().isComplete)
        #expect(await streams[1].rest().isComplete)
        #expect(try #require(await streams[2].connection.receiveEnd()).hasSuffix("0\r\n\r\n") == false)
    }
}
