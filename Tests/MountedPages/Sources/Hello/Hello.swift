import Portico

struct HelloPage: Sendable {
    let name: String
    let greetings: SitePath = "/hello/greetings"
}

/// A sheet over ``HelloPage``: one struct, one template, one route.
struct GreetingsPage: Presentable, Sendable {
    let bar = Bar(title: "Greetings", leading: .close)
    let greetings = ["Hello", "Hallo", "Bonjour"]
    let presentation = Presentation(style: .pageSheet, detents: [.medium, .large])
    let presenter: SitePath = "/hello"

    func title(in language: String) -> String { "Greetings" }
}

@main
struct Hello: PorticoApplication {
    func addPages(to main: inout MainSection) {
        main.page("/hello", title: "Hello") { _, context in HelloPage(name: context.account.name) }
        main.page("/hello/greetings") { _, _ in GreetingsPage() }
    }
}
