import PorticoHTML
import PorticoServer
import PorticoWeb

struct HelloPage: Sendable {
    let name: String
}

@main
struct Hello {
    static func main() async throws {
        try await PorticoServer(options: .read()) { main in
            main.page("/hello", title: "Hello") { _, context in HelloPage(name: context.account.name) }
        }.run()
    }
}
