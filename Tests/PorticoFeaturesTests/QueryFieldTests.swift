import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("A form by GET")
struct QueryFieldTests {
    @Test("finds by several words, which browsers join with a plus")
    func words() async throws {
        try await administering { door, browser, _ in
            try await door.auth.directory.add(
                NewAccount(
                    userName: "grace", name: "Grace Hopper", password: TestServer.password, isAdministrator: false))
            for text in ["grace+hopper", "grace%20hopper", "GRACE+H"] {
                let page = try await browser.get("/administration/people?text=\(text)").text
                #expect(page.contains("person-grace"), "\(text)")
                #expect(!page.contains("person-ada"), "\(text)")
            }
        }
    }
}
