import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import PorticoTestSupport
import Testing

@Suite("The requester")
struct RequesterTests {
    @Test(
        "is determined once a request, and no query is sent twice",
        arguments: [
            "/", "/account", "/accounts", "/account/sessions", "/settings/appearance", "/menu", "/session/new",
            "/nothing",
            "/administration", "/password/reset",
        ])
    func once(path: String) async throws {
        // Other servers on the same database may have changed anything since the last request: the caches are empty.
        try await TestDoor.run(publicFolder: publicFolder, cacheCapacity: 100) { door, client in
            try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            door.auth.store.invalidate()
            door.config.invalidate()
            _ = door.database.takeQueries()
            _ = try await browser.get(path)
            let repeated = Dictionary(grouping: door.database.takeQueries()) { $0 }.filter { $1.count > 1 }.keys
            #expect(repeated.isEmpty)
        }
    }
}
