import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import PorticoServer
import PorticoTestSupport
import Testing

@Suite("Security: the address of a client")
struct ClientAddressTests {
    private static let forwarded = HTTPField.Name("X-Forwarded-For")!

    /// The logged addresses of requests from this machine, by their headers.
    private func addresses(_ ways: [[String]], proxies: [String]) async throws -> [String] {
        let ranges = proxies.compactMap { AddressRange($0) }
        #expect(ranges.count == proxies.count)
        let found = Found()
        try await TestServer.run(
            publicFolder: publicFolder, configure: { $0.trustedProxies = ranges }
        ) { server, client in
            for way in ways {
                let fields = HTTPFields(way.map { HTTPField(name: Self.forwarded, value: $0) })
                _ = try await TestBrowser(client).post("/password/reset", [("name", "eve")], headers: fields)
            }
            let query = SecurityEventQuery(kinds: [.passwordResetRequested], after: 0)
            await found.set(try await server.auth.store.events(query).map(\.event.client.address))
        }
        return await found.addresses
    }

    private actor Found {
        var addresses: [String] = []
        func set(_ addresses: [String]) { self.addresses = addresses }
    }

    @Test("15.3.4 is the connection's if no proxy is trusted, whatever the request contains")
    func untrusted() async throws {
        let way = [["192.0.2.7"], ["192.0.2.7, 127.0.0.1"]]
        #expect(try await addresses(way, proxies: []) == ["127.0.0.1", "127.0.0.1"])
        #expect(try await addresses(way, proxies: ["10.0.0.0/8", "192.0.2.7"]) == ["127.0.0.1", "127.0.0.1"])
    }

    @Test("15.3.4 is the last forwarded one that is not a trusted proxy's; earlier entries are ignored")
    func trusted() async throws {
        let ways = [
            (["192.0.2.7"], "192.0.2.7"), (["198.51.100.1, 192.0.2.7"], "192.0.2.7"),
            (["198.51.100.1", "192.0.2.7"], "192.0.2.7"), (["198.51.100.1,192.0.2.7 , 10.1.2.3"], "192.0.2.7"),
            (["2001:db8::7"], "2001:db8::7"), (["192.0.2.7, 2001:db8:5::1"], "2001:db8:5::1"),
            (["192.0.2.7:4711"], "192.0.2.7"), (["[2001:db8::7]:4711"], "2001:db8::7"),
            (["evil, 192.0.2.7"], "192.0.2.7"), (["192.0.2.7", "10.0.0.1", "10.9.9.9"], "192.0.2.7"),
        ]
        let found = try await addresses(ways.map(\.0), proxies: ["127.0.0.0/8", "10.0.0.0/8"])
        #expect(found == ways.map(\.1))
    }

    @Test("15.3.4 is the connection's if the last entry is not an address")
    func garbage() async throws {
        let ways = [
            [], [""], [","], ["evil"], ["192.0.2.7, evil"], ["192.0.2.256"], ["192.0.2.7:80:90"], ["[2001:db8::7"],
            ["[]"],
            ["10.0.0.1"], ["localhost"], ["unknown"], ["192.0.2.7, <b>"], ["/run/socket"],
            [String(repeating: "x", count: 5000)],
        ]
        let found = try await addresses(ways, proxies: ["127.0.0.1", "10.0.0.0/8"])
        #expect(found == ways.map { _ in "127.0.0.1" })
    }

    @Test(
        "is reported in the log if a trusted proxy sends it in an unreadable form",
        arguments: ["unknown", "x, _hidden", ""])
    func unreadable(way: String) async throws {
        let (log, proxies) = (LogRecorder(), AddressRange.loopback)
        try await TestServer.run(
            publicFolder: publicFolder, logger: log.logger, configure: { $0.trustedProxies = proxies }
        ) { _, client in
            _ = try await TestBrowser(client).get("/healthz", headers: [Self.forwarded: "\(way), 192.0.2.7, 127.0.0.1"])
            #expect(!log.text.contains("X-Forwarded-For"))
            for _ in 0..<2 { _ = try await TestBrowser(client).get("/healthz", headers: [Self.forwarded: way]) }
            let lines = log.lines.filter { $0.contains("X-Forwarded-For is ignored") }
            #expect(lines.count == 1 && lines[0].contains("does not end with an address"))
        }
    }

    @Test("15.3.4 determines the limits: a forged address gives no further attempts")
    func limits() async throws {
        let proxies = [AddressRange("127.0.0.1")].compactMap(\.self)
        try await TestServer.run(
            publicFolder: publicFolder,
            configure: {
                $0.trustedProxies = proxies
                $0.auth.limits.mailsByNetwork = Limit(attempts: 3, window: 3600)
            }
        ) { _, client in
            func ask(_ way: String) async throws -> HTTPResponse.Status {
                try await TestBrowser(client).post("/password/reset", [("name", "x")], headers: [Self.forwarded: way])
                    .status
            }
            for number in 0..<3 {
                let status = try await ask("198.51.100.\(number), 192.0.2.7")
                #expect(status == .seeOther)
            }
            #expect(try await ask("198.51.100.9, 192.0.2.7") == .tooManyRequests)
            #expect(try await ask("192.0.2.7, 192.0.2.8") == .seeOther)
        }
    }

    @Test(
        "takes addresses and ranges for proxies, and nothing else",
        arguments: [
            ("10.0.0.0/8", true), ("::1", true), ("2001:db8::/32", true), ("0.0.0.0/0", true), ("127.0.0.1", true),
            ("", false), ("10.0.0.0/33", false), ("10.0.0.0/-1", false), ("10.0.0.0/8/8", false), ("10.0.0/8", false),
            ("10.0.0.0/x", false), ("example.org", false), ("::1/129", false), ("10.0.0.0/", false),
        ])
    func ranges(text: String, isOne: Bool) {
        #expect((AddressRange(text) != nil) == isOne)
    }

    @Test("15.3.4 a range has no addresses of the other version of IP with the same first bits")
    func versions() {
        #expect(AddressRange("10.0.0.0/8")?.contains(address: "10.1.2.3") == true)
        #expect(AddressRange("10.0.0.0/8")?.contains(address: "a01::1") == false)
        #expect(AddressRange("a00::/8")?.contains(address: "10.1.2.3") == false)
    }
}
