import HTTPTypes
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoTestSupport

extension TestResponse {
    var isCover: Bool { text.contains(#"data-screen="login" data-needs-authentication="true""#) }
    var isMain: Bool { text.contains(#"data-screen="main" data-needs-authentication="false""#) }
    var isError: Bool { text.contains(#"data-screen="error""#) }

    /// Whether the page has this title, as HTML. A launch of more than 20 ms sends it with the screen.
    func hasTitle(_ title: String) -> Bool {
        text.contains("<title>\(title)</title>") || text.contains("data-title=\"\(title)\"")
    }

    /// The value of a hidden field.
    func field(_ name: String) -> String? {
        let start = "name=\"\(name)\" value=\""
        guard let range = text.firstRange(of: start) else { return nil }
        return String(text[range.upperBound...].prefix { $0 != "\"" })
    }
}

extension HTTPField.Name {
    static let secFetchSite = Self("Sec-Fetch-Site")!
    static let secFetchMode = Self("Sec-Fetch-Mode")!
    static let porticoRequest = Self("Portico-Request")!
    static let porticoLocation = Self("Portico-Location")!
    static let porticoPresent = Self("Portico-Present")!
    static let porticoDismiss = Self("Portico-Dismiss")!
    static let porticoNotices = Self("Portico-Notices")!
    static let secPurpose = Self("Sec-Purpose")!
    static let porticoReason = Self("Portico-Reason")!
    static let porticoCover = Self("Portico-Cover")!
}

extension HTTPFields {
    /// These fields, with `others` replacing fields of the same name.
    func merged(_ others: HTTPFields) -> HTTPFields {
        var fields = self
        for field in others { fields[field.name] = field.value }
        return fields
    }
}

/// The headers that Portico's scripts send.
let fromScript: HTTPFields = [.porticoRequest: "script", .secFetchMode: "cors", .secFetchSite: "same-origin"]

/// A form's media type.
let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

extension TestBrowser {
    /// Posts an unchanged body.
    func post(_ path: String, body: String, headers: HTTPFields = form) async throws -> TestResponse {
        try await send(.post, path, headers: headers, body: ByteBuffer(string: body))
    }

    /// The signed-in account, according to the launch.
    func account() async throws -> String? {
        let page = try await get("/").text
        guard let range = page.firstRange(of: "data-account=\"") else { return nil }
        return String(page[range.upperBound...].prefix { $0 != "\"" })
    }
}

/// Runs a test against a server with the account `ada`.
func withServer(
    _ test: @escaping @Sendable (TestServer, TestClient) async throws -> Void
) async throws {
    try await TestServer.run(publicFolder: publicFolder) { server, client in
        try await server.addAccount()
        try await test(server, client)
    }
}

/// Runs a test against a door over a store in memory, with the account `ada`.
func withDoor(_ test: @escaping @Sendable (TestDoor, TestClient) async throws -> Void) async throws {
    try await TestDoor.run(publicFolder: publicFolder) { door, client in
        try await door.addAccount()
        try await test(door, client)
    }
}

/// Runs a test with a browser in which `ada` is signed in, against a door over a store in memory.
func signedInAtDoor(
    _ test: @escaping @Sendable (TestDoor, TestBrowser, TestClient) async throws -> Void
) async throws {
    try await withDoor { door, client in
        let browser = TestBrowser(client)
        _ = try await browser.signIn()
        try await test(door, browser, client)
    }
}

/// Runs a test with a browser in which `ada` is signed in, against a server.
func signedIn(_ test: @escaping @Sendable (TestBrowser) async throws -> Void) async throws {
    try await withServer { _, client in
        let browser = TestBrowser(client)
        _ = try await browser.signIn()
        try await test(browser)
    }
}

/// As above against a door, with the scope of the person's configuration.
func signedIn(
    _ test: @escaping @Sendable (TestDoor, TestBrowser, ConfigScope) async throws -> Void
) async throws {
    try await TestDoor.run(publicFolder: publicFolder) { door, client in
        let account = try await door.addAccount()
        let browser = TestBrowser(client)
        _ = try await browser.signIn()
        try await test(door, browser, .person(account.id))
    }
}
