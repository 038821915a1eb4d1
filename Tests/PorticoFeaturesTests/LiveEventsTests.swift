import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("Events reach")
struct LiveEventsTests {
    private let ada = AccountID(server: .local, user: "ada")
    private let bob = AccountID(server: .local, user: "bob")

    @Test("their audience and no other reader: a browser, an account in all its browsers, everyone")
    func audiences() async throws {
        try await withStreams { _, live, client in
            let browsers = [
                try await browser(client), try await browser(client), try await browser(of: "bob", client),
            ]
            var streams: [OpenStream] = []
            for browser in browsers { streams.append(try await OpenStream(browser, port: client.port)) }
            // The ids of browsers are in the order of their first visits.
            live.publish("to the first browser", to: .browser(1))
            live.publish("to ada in the second", to: .browser(2, as: ada))
            live.publish("to bob in the second", to: .browser(2, as: bob))
            live.publish("to ada", to: .account(ada))
            live.publish("to bob", to: .account(bob))
            live.publish("to the third sign-in", to: .signIn(3))
            live.publish("to the end", to: .everyone)
            var heard: [[String]] = []
            for stream in streams { heard.append(await stream.events(until: "to the end").map(\.data)) }
            #expect(heard[0] == ["to the first browser", "to ada", "to the end"].map { #"{"text":"\#($0)"}"# })
            #expect(heard[1] == ["to ada in the second", "to ada", "to the end"].map { #"{"text":"\#($0)"}"# })
            #expect(heard[2] == ["to bob", "to the third sign-in", "to the end"].map { #"{"text":"\#($0)"}"# })
        }
    }

    @Test("all readers in one order, whichever task publishes them")
    func order() async throws {
        try await withStreams { _, live, client in
            let browsers = [try await browser(client), try await browser(of: "bob", client)]
            let streams = [
                try await OpenStream(browsers[0], port: client.port),
                try await OpenStream(browsers[1], port: client.port),
            ]
            await withTaskGroup(of: Void.self) { group in
                for publisher in 0..<4 {
                    group.addTask { for number in 0..<50 { live.publish("\(publisher).\(number)", to: .everyone) } }
                }
            }
            live.publish("end", to: .everyone)
            let first = await streams[0].events(until: "end")
            #expect(first.count == 201)
            #expect(await streams[1].events(until: "end") == first)
            let numbers = first.compactMap(\.id).compactMap(EventID.init).map(\.number)
            #expect(numbers == numbers.sorted() && Set(numbers).count == 201)
        }
    }

    @Test("pages that show the changed part of the configuration, and only those")
    func configuration() async throws {
        try await withStreams { _, live, client in
            let (here, there) = (try await browser(client), try await browser(client))
            let elsewhere = try await browser(of: "bob", client)
            let mine = try await OpenStream(there, port: client.port)
            let others = try await OpenStream(elsewhere, port: client.port)
            #expect(try await here.post("/profile", [("name", "Countess")]).status == .seeOther)
            let events = await mine.events(until: "userInfo")
            #expect(events.map(\.name) == ["config"])
            #expect(events.map(\.data) == [#"{"keys":["userInfo"]}"#])
            live.publish("end", to: .everyone)
            #expect(await others.events(until: "end").count == 1)
        }
    }

    @Test("pages that show the part that an application names as changed")
    func changed() async throws {
        try await withStreams { _, live, client in
            let mine = try await OpenStream(try await browser(client), port: client.port)
            let others = try await OpenStream(try await browser(of: "bob", client), port: client.port)
            live.changed("stock", "orders", for: .account(ada))
            live.changed("order/12", for: .everyone)
            live.publish("end", to: .everyone)
            let events = await mine.events(until: "end")
            #expect(events.map(\.name) == ["config", "config", "toast"])
            #expect(events.prefix(2).map(\.data) == [#"{"keys":["orders","stock"]}"#, #"{"keys":["order/12"]}"#])
            #expect(await others.events(until: "end").map(\.data).first == #"{"keys":["order/12"]}"#)
        }
    }

    @Test("a browser that returns within a minute: those that it has missed, with either name of its position")
    func replay() async throws {
        try await withStreams { _, live, client in
            let browser = try await browser(client)
            let first = try await OpenStream(browser, port: client.port)
            live.publish("one", to: .everyone)
            let known = try #require(await first.events(until: "one").first?.id)
            live.publish("for bob", to: .account(bob))
            live.publish("two", to: .account(ada))
            live.publish("three", to: .everyone)
            for stream in [
                try await OpenStream(browser, port: client.port, query: "?after=\(known)"),
                try await OpenStream(browser, port: client.port, lastEventID: known),
                try await OpenStream(browser, port: client.port, query: "?after=nonsense", lastEventID: known),
            ] {
                var events = OpenStream.events(in: stream.opening)
                if events.count < 2 { events += await stream.events(until: "three") }
                #expect(events.map(\.data) == [#"{"text":"two"}"#, #"{"text":"three"}"#])
                #expect(!stream.opening.contains("missed"))
            }
        }
    }

    @Test("each reader once: one that comes during a replay is sent once")
    func replayWhilePublishing() async throws {
        try await withStreams { _, live, client in
            let browser = try await browser(client)
            let start = live.position
            let publisher = Task { for number in 0..<2000 { live.publish("\(number)", to: .everyone) } }
            let streams = [
                try await OpenStream(browser, port: client.port, lastEventID: "\(start)"),
                try await OpenStream(browser, port: client.port, lastEventID: "\(start)"),
            ]
            await publisher.value
            live.publish("end", to: .everyone)
            for stream in streams {
                let events = OpenStream.events(in: stream.opening) + (await stream.events(until: "\"end\""))
                #expect(events.map(\.data) == (0..<2000).map { #"{"text":"\#($0)"}"# } + [#"{"text":"end"}"#])
            }
        }
    }

    @Test(
        "a browser with an unknown or outdated position: `missed`, and then new events",
        arguments: [
            "nonsense", "abcdefg-1", "-", "é", "",
        ])
    func foreignPlace(id: String) async throws {
        try await withStreams { _, live, client in
            let stream = try await OpenStream(try await browser(client), port: client.port, lastEventID: id)
            live.publish("new", to: .everyone)
            let events = OpenStream.events(in: stream.opening) + (await stream.events(until: "new"))
            #expect(events.map(\.name) == ["missed", "toast"])
            #expect(events.first?.data == "{}")
            #expect(events.first?.id == stream.position, "the id tells a client its position in the order")
        }
    }

    @Test("no reader later if they were not kept")
    func unkept() async throws {
        try await withStreams { _, live, client in
            let before = live.position
            live.publish("hud", Sample("ten percent"), to: .everyone, isKept: false)
            live.publish("new", to: .everyone)
            let stream = try await OpenStream(try await browser(client), port: client.port, lastEventID: "\(before)")
            var events = OpenStream.events(in: stream.opening)
            if events.isEmpty { events = await stream.events(until: "new") }
            #expect(events.filter { $0.name != "config" }.map(\.data) == [#"{"text":"new"}"#])
        }
    }

    @Test("no position that was never reached: it is unknown")
    func place() async throws {
        try await withStreams { _, live, client in
            let future = live.id(live.position.number + 1_000)
            let stream = try await OpenStream(try await browser(client), port: client.port, lastEventID: "\(future)")
            live.publish("new", to: .everyone)
            let events = OpenStream.events(in: stream.opening) + (await stream.events(until: "new"))
            #expect(events.map(\.name) == ["missed", "toast"])
        }
    }
}
