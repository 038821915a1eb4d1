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

    /// The routes of forms that grant something or lose something, each with a question at the same path, and with a page
    /// of its own before it.
    private static let questions: Set<String> = [
        "/account/delete", "/account/factors/app/remove", "/account/factors/codes", "/account/factors/passkeys/remove",
        "/account/factors/providers/remove", "/account/sessions/end",
        "/account/sessions/end-others", "/administration/brand-reset",
        "/administration/invitations/withdraw", "/administration/mail/drop", "/administration/people/disable",
        "/administration/people/enable", "/administration/people/end-sessions",
        "/administration/person/:user/add-administrator", "/administration/person/:user/disable",
        "/administration/person/:user/enable", "/administration/person/:user/end-sessions",
        "/administration/person/:user/remove-administrator", "/administration/person/:user/reset-factors",
        "/administration/person/:user/reset-password",
        "/administration/person/:user/sessions/end", "/session/end",
    ]
    /// The routes of editors whose toast offers Undo.
    private static let undone: Set<String> = [
        "/administration/person/:user/edit", "/administration/person/:user/groups", "/administration/settings/:option",
    ]
    /// The routes of forms without a question: the form is the question, or its effect is small and the person can do the
    /// opposite.
    private static let others: Set<String> = [
        "/account/data", "/account/email", "/account/factors/app", "/account/factors/codes/file",
        "/account/factors/passkeys/new", "/account/factors/passkeys/one", "/account/factors/passkeys/silent",
        "/account/factors/reset/stop",
        "/account/factors/trust/end", "/account/password",
        "/account/settings", "/accounts/current",
        "/administration/brand", "/administration/brand/:server", "/administration/invitations/send",
        "/administration/mail/send", "/administration/people/add", "/administration/people/import",
        "/administration/people/export", "/administration/people/import/run", "/administration/people/invite",
        "/administration/person/:user/lift-limits", "/administration/person/:user/stop-reset", "/jobs/:id/cancel",
        "/profile", "/profile/edit",
        "/profile/edit/leave", "/session/proof", "/settings/appearance", "/settings/automatic-sign-in",
        "/workplace/factory", "/workplace/line", "/workplace/storehouse", "/workplace/workshop",
    ]

    @Test("of a form asks first or offers Undo, or is known to need neither")
    func questions() async throws {
        try await withDoor { door, _ in
            let forms = door.routes.filter { $0.method == "POST" && !$0.path.hasPrefix("/dev/") }
            // Links in mails, registration and the login cover have pages of their own, which say what the button does.
            let known = Self.questions.union(Self.undone).union(Self.others)
            for form in forms where form.audience != .everyone {
                #expect(known.contains(form.path), "say here whether \(form.path) asks first")
            }
            for path in known {
                #expect(forms.contains { $0.path == path }, "\(path) does not exist any more")
            }
            for path in Self.questions {
                #expect(door.routes.contains { $0.path == path && $0.method == "GET" }, "\(path) has no question")
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
