import PorticoConfig
import Testing

@Suite("The nearest name to a misspelt one")
struct NearestNameTests {
    @Test(
        "is the one that differs by a typing error",
        arguments: [
            ("user", "users"), ("usres", "users"), ("sesions", "sessions"), ("confg", "config"), ("CONFIG", "config"),
            ("htpp.port", "http.port"), ("http.prot", "http.port"), ("accounts.registraton", "accounts.registration"),
        ])
    func near(typed: String, meant: String) {
        let names = ["users", "sessions", "config", "http.port", "http.hostname", "accounts.registration"]
        #expect(names.nearest(to: typed) == meant)
    }

    @Test("is missing if nothing is similar", arguments: ["", "x", "xyzzy", "a longer text"])
    func far(typed: String) {
        #expect(["users", "is", "http.port"].nearest(to: typed) == nil)
        #expect([].nearest(to: typed) == nil)
    }
}
