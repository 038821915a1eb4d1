import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PorticoAuth
import PorticoFeatures
import PorticoServer

/// A complete server with its own data folder, built by the production code in development mode.
package struct TestServer: Sendable {
    /// The server under test.
    package let server: PorticoServer
    /// The options of the server.
    package let options: ServerOptions
    /// The account services on the server's data folder, as in the command line tool.
    package let auth: AuthServices

    /// A password that satisfies the policy.
    package static let password = "correct horse battery staple"

    /// Runs `test` against a new server, then removes its data folder.
    ///
    /// - Parameters:
    ///   - publicFolder: the project's `Public` folder.
    ///   - logger: the server's logger; by default only critical messages are logged.
    ///   - configure: changes the options before the server is created.
    ///   - mount: adds pages for the test.
    package static func run(
        publicFolder: String, logger: Logger? = nil,
        configure: (inout ServerOptions) -> Void = { _ in },
        mount: @Sendable (inout MainSection) -> Void = { _ in },
        _ test: @escaping @Sendable (TestServer, TestClient) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portico-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = ServerOptions(port: 0, dataFolder: folder, publicFolder: publicFolder, environment: .development)
        options.drawingProgram = nil
        configure(&options)
        try await AsyncSemaphore.servers.pass { [options] in
            let server = try await PorticoServer(options: options, logger: logger ?? .silent, mount: mount)
            let testServer = TestServer(server: server, options: options, auth: try await .open(options: options))
            try await server.application.serve { client in try await test(testServer, client) }
        }
    }

    /// Adds an account with the password ``password``.
    @discardableResult
    package func addAccount(
        _ userName: String = "ada", name: String = "Ada Lovelace", email: String = "", isAdministrator: Bool = false
    ) async throws -> Account {
        try await auth.directory.add(
            NewAccount(
                userName: userName, name: name, email: email, password: Self.password,
                isAdministrator: isAdministrator))
    }
}

/// A client with a cookie jar.
package actor TestBrowser {
    private let client: TestClient
    /// The cookies by name.
    package private(set) var cookies: [String: String] = [:]

    /// A browser without cookies.
    package init(_ client: TestClient) {
        self.client = client
    }

    /// Sends a GET request.
    package func get(_ path: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        try await send(.get, path, headers: headers, body: nil)
    }

    /// Posts a form with percent-encoded fields.
    package func post(
        _ path: String, _ fields: [(String, String)] = [], headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        if headers[.contentType] == nil { headers[.contentType] = "application/x-www-form-urlencoded" }
        let body = fields.map { "\(Self.encode($0))=\(Self.encode($1))" }.joined(separator: "&")
        return try await send(.post, path, headers: headers, body: ByteBuffer(string: body))
    }

    /// Sends a request with the cookies, and stores the cookies of the response.
    package func send(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: ByteBuffer? = nil
    ) async throws -> TestResponse {
        var headers = headers
        if !cookies.isEmpty {
            headers[.cookie] = cookies.map { "\($0)=\($1)" }.sorted().joined(separator: "; ")
        }
        let response = try await client.send(method, path, headers: headers, body: body)
        for cookie in response.headers[values: .setCookie] { keep(cookie) }
        return response
    }

    /// Signs in as `userName` with the password ``TestServer/password``.
    package func signIn(_ userName: String = "ada", remember: Bool = false) async throws -> TestResponse {
        let fields =
            [("username", userName), ("password", TestServer.password)] + (remember ? [("remember", "on")] : [])
        return try await post("/session", fields)
    }

    /// Deletes a cookie; by default the session cookie, whose name ends in `-run`.
    package func forget(_ name: String? = nil) {
        cookies[name ?? cookies.keys.first { $0.hasSuffix("-run") } ?? ""] = nil
    }

    /// Replaces all cookies.
    package func use(_ cookies: [String: String]) {
        self.cookies = cookies
    }

    private func keep(_ cookie: String) {
        let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
        if pair.count == 2 { cookies[String(pair[0])] = String(pair[1]) }
    }

    private static func encode(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

extension Logger {
    /// Logs critical messages only.
    static var silent: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }
}
