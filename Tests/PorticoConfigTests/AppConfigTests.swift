import PorticoConfig
import Testing

@Suite("E3 The configuration of the installation")
struct AppConfigTests {
    private let app = AppConfig(servers: [
        Server(id: .local, name: "Here"), Server(id: ServerID(rawValue: "works"), name: "Works"),
    ])

    @Test(
        "takes the server last used while it is still listed, otherwise the first",
        arguments: [
            ("works", "works"), ("local", "local"), ("gone", "local"), (nil, "local"),
        ])
    func currentServer(lastUsed: String?, expected: String) {
        #expect(app.currentServer(lastUsed: lastUsed.map(ServerID.init(rawValue:))).id.rawValue == expected)
    }

    @Test("finds a listed server by its identifier only")
    func server() {
        #expect(app.server(ServerID(rawValue: "works"))?.name == "Works")
        #expect(app.server(ServerID(rawValue: "Works")) == nil)
    }

    @Test("shows the splash for no minimum time unless a brand wants it")
    func splash() {
        #expect(AppConfig().splashMinimumDuration == .zero)
    }
}
