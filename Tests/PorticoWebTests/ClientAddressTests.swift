import HTTPTypes
import HummingbirdTesting
import PorticoAuth
import PorticoConfig
import PorticoServer
import PorticoTestSupport
import PorticoWeb
import Testing

@Suite("Security: where a request comes from")
struct ClientAddressTests {
    private static let forwarded = HTTPField.Name("X-Forwarded-For")!

    /// The address that is written down of a request from this machine.
    private func address(_ headers: [String], proxies: [String]) async throws -> String {
        let ranges = proxies.compactMap { AddressRange($0) }
        #expect(ranges.count == proxies.count)
        var fields = HTTPFields()
        for value in headers { fields.append(HTTPField(name: Self.forwarded, value: value)) }
        let found = Found()
        try await TestServer.run(
            publicFolder: publicFolder, live: true, configure: { $0.trustedProxies = ranges }
        ) { [fields] server, client in
            _ = try await TestBrowser(client).post("/password/reset", [("name", "eve")], headers: fields)
            let query = SecurityEventQuery(kinds: [.passwordResetRequested])
            await found.set(try await server.auth.store.events(query).first?.event.client.address)
        }
        return try #require(await found.value)
    }

    private actor Found {
        var value: String?
        func set(_ value: String?) { self.value = value }
    }

    @Test("15.3.4 is the connection's, whatever it says of itself, where no proxy is trusted")
    func untrusted() async throws {
        #expect(try await address(["192.0.2.7"], proxies: []) == "127.0.0.1")
        #expect(try await address(["192.0.2.7"], proxies: ["10.0.0.0/8", "192.0.2.7"]) == "127.0.0.1")
    }

    @Test(
        "15.3.4 is the last that is no proxy's, by the word of a proxy that is trusted; what stands before is ignored",
        arguments: [
            (["192.0.2.7"], "192.0.2.7"), (["198.51.100.1, 192.0.2.7"], "192.0.2.7"),
            (["198.51.100.1", "192.0.2.7"], "192.0.2.7"), (["198.51.100.1,192.0.2.7 , 10.1.2.3"], "192.0.2.7"),
            (["2001:db8::7"], "2001:db8::7"), (["192.0.2.7, 2001:db8:5::1"], "2001:db8:5::1"),
            (["evil, 192.0.2.7"], "192.0.2.7"), (["192.0.2.7", "10.0.0.1", "10.9.9.9"], "192.0.2.7"),
        ])
    func trusted(headers: [String], expected: String) async throws {
        #expect(try await address(headers, proxies: ["127.0.0.0/8", "10.0.0.0/8"]) == expected)
    }

    @Test(
        "15.3.4 is the connection's where the last that was written is no address",
        arguments: [
            [], [""], [","], ["evil"], ["192.0.2.7, evil"], ["192.0.2.7, "], ["192.0.2.256"], ["192.0.2.7:80"],
            ["[2001:db8::7]"], ["10.0.0.1"], ["localhost"], ["unknown"], ["192.0.2.7, <b>"], ["/run/socket"],
            [String(repeating: "x", count: 5000)],
        ])
    func garbage(headers: [String]) async throws {
        #expect(try await address(headers, proxies: ["127.0.0.1", "10.0.0.0/8"]) == "127.0.0.1")
    }

    @Test("15.3.4 limits follow it: nobody gets more tries by writing another address before")
    func limits() async throws {
        let proxies = [AddressRange("127.0.0.1")].compactMap(\.self)
        try await TestServer.run(
            publicFolder: publicFolder, live: true,
            configure: {
                $0.trustedProxies = proxies
                $0.auth.limits.mailsByNetwork = Limit(tries: 3, window: 3600)
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
}
