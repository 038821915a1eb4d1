import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import PorticoTestSupport
import Testing

@Suite("Every route")
struct RoutesTests {
    @Test("that is not for everyone refuses a stranger")
    func strangers() async throws {
        try await withDoor { door, client in
            let routes = door.routes.filter { $0.audience != .everyone }
            #expect(routes.count > 60)
            for route in routes {
                let answer = try await TestBrowser(client).ask(route)
                #expect(answer.status == .unauthorized, "\(route)")
            }
        }
    }

    @Test("for administrators refuses others")
    func administrators() async throws {
        try await signedInAtDoor { door, browser, _ in
            let routes = door.routes.filter { $0.audience == .administrators }
            #expect(routes.count > 30)
            for route in routes {
                let answer = try await browser.ask(route)
                #expect(answer.status == .forbidden, "\(route)")
            }
        }
    }

    @Test("refuses a form of another account")
    func otherAccount() async throws {
        try await signedInAtDoor { door, browser, _ in
            let routes = door.routes.filter { $0.audience != .everyone && $0.method == "POST" }
            #expect(routes.count > 30)
            for route in routes {
                let answer = try await browser.ask(route, [("account", "local/eve")])
                #expect(answer.status == .conflict, "\(route)")
            }
        }
    }
}

extension TestBrowser {
    /// A request for a route, with a letter for each captured segment.
    fileprivate func ask(_ route: RouteDescription, _ fields: [(String, String)] = []) async throws -> TestResponse {
        let path = route.path.split(separator: "/").map { $0.hasPrefix(":") ? "x" : String($0) }
        let address = "/" + path.joined(separator: "/")
        return route.method == "POST" ? try await post(address, fields) : try await get(address)
    }
}
