import Foundation
@_exported import HTTPTypes
import HummingbirdCore
import Logging
import PorticoAuth
import PorticoBytes
import PorticoCommand
import PorticoConfig
import PorticoFeatures
import PorticoServer

/// A server with an application, for a test: with its own data in a temporary folder, on a free port of this machine,
/// in development.
///
/// ```swift
/// try await TestServer.run(Bookshop()) { server in
///     let ada = try await server.signIn("ada", groups: ["staff"])
///     let home = try await ada.get("/")
///     #expect(try home.element("book-1").text == "Emma 12 copies")
/// }
/// ```
///
/// It is built by the code of `serve`. It differs in four ways: it hashes passwords at the least cost, draws no icons,
/// does not print security events, and uses neither the environment nor a configuration file.
public struct TestServer: Sendable {
    /// The server under test.
    package let server: PorticoServer
    /// The options of the server.
    package let options: ServerOptions
    /// Sends requests to the server.
    package let client: TestClient
    /// The services for accounts and sign-ins; by default those of the server itself.
    package var auth: AuthServices

    /// The password of all accounts of a test.
    public static let password = "correct horse battery staple"

    /// Runs `test` against a new server with an application, then removes its data.
    ///
    /// - Parameters:
    ///   - application: created by the test, so that the test can also use its parts.
    ///   - options: values by key, as in `docs/configuration.md`. The port, the data folder and the environment are those of
    ///     the test.
    ///   - logger: the log of the server; by default only critical messages are printed.
    /// - Throws: a `StartFailure` if the server does not start, and the error of `test`.
    public static func run(
        _ application: some PorticoApplication, options: [String: String] = [:], logger: Logger? = nil,
        _ test: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        let options = try await ServerOptions.read(overrides: options, environment: [:], includesKept: false)
        try await run(options: options, logger: logger, mount: application.addPages, test)
    }

    /// As above, with other options and pages.
    ///
    /// - Parameters:
    ///   - configure: changes the options at last.
    ///   - mount: adds the pages.
    package static func run(
        options: ServerOptions, logger: Logger? = nil, configure: (inout ServerOptions) -> Void = { _ in },
        mount: @Sendable (inout MainSection) -> Void, _ test: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portico-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = options
        (options.port, options.dataFolder, options.environment) = (0, folder, .development)
        (options.drawingProgram, options.passwordHashing, options.writesSecurityEvents) = (nil, .least, false)
        configure(&options)
        try await AsyncSemaphore.servers.pass { [options] in
            let server = try await PorticoServer(options: options, logger: logger ?? .silent, mount: mount)
            try await server.application.serve { client in
                try await test(TestServer(server: server, options: options, client: client, auth: server.auth))
            }
        }
    }

    /// The origin of the server, such as `http://127.0.0.1:40123`.
    public var origin: String { options.origin?.description ?? "http://127.0.0.1:\(client.port)" }

    /// Sends events to open pages, as `main.live` does.
    public var live: LiveEvents { server.live }

    /// A browser in which nobody is signed in.
    public func browser() -> TestBrowser { TestBrowser(client, origin: origin) }

    /// A browser in which somebody has just signed in. Adds the account with the password ``password``, unless it
    /// exists; an existing account stays as it is.
    ///
    /// - Throws: a ``TestFailure`` if the account may not sign in or is not valid.
    public func signIn(
        _ userName: String = "ada", name: String? = nil, email: String = "", groups: Set<String> = [],
        isAdministrator: Bool = false
    ) async throws -> TestBrowser {
        do {
            try await addAccount(
                userName, name: name ?? userName, email: email, groups: groups, isAdministrator: isAdministrator)
        } catch AuthError.accountExists {
            // Another browser of the same person.
        }
        let browser = browser()
        let answer = try await browser.signIn(userName)
        guard answer.status == .seeOther else {
            throw TestFailure("\(userName) could not sign in: the answer is \(answer.status.code).")
        }
        return browser
    }

    /// Adds an account with the password ``password``.
    ///
    /// - Throws: a ``TestFailure`` for a group that cannot exist, and the errors of `AccountDirectory`.
    @discardableResult
    public func addAccount(
        _ userName: String = "ada", name: String = "Ada Lovelace", email: String = "", groups: Set<String> = [],
        isAdministrator: Bool = false
    ) async throws -> Account {
        let names = try groups.map { text in
            guard let name = GroupName(text) else { throw TestFailure("A group cannot have the name “\(text)”.") }
            return name
        }
        let new = NewAccount(
            userName: userName, name: name, email: email, password: Self.password, isAdministrator: isAdministrator)
        let account = try await auth.directory.add(new)
        guard !names.isEmpty else { return account }
        try await auth.directory.setGroups(Set(names), of: account.id)
        return try await auth.directory.account(named: account.id.name)
    }

    /// Moves the clock of the server forward: sign-ins and links expire, and confirmations by password become old.
    public func advanceClock(by time: Duration) {
        server.development?.advanceClock(by: time / .seconds(1))
    }

    /// The newest mail to an address whose subject begins with `subject`. Waits until it is sent.
    ///
    /// - Throws: a ``TestFailure`` if there is none after 30 seconds.
    public func mail(to address: String, subject: String = "") async throws -> OutboxMail {
        var found: OutboxMail?
        let hasCome = try await eventually(within: TestFailure.patience) {
            found = try await mails().first { $0.to.hasBytes(of: address) && $0.subject.begins(with: subject) }
            return found != nil
        }
        guard hasCome, let found, let mail = try await server.outbox?.mail(id: found.id) else {
            let others = try await mails().map { "“\($0.subject)” to \($0.to)" }.joined(separator: ", ")
            throw TestFailure(
                "No mail “\(subject)” to \(address) was sent. "
                    + (others.isEmpty ? "No mail was sent at all." : "Sent: \(others)."))
        }
        return mail
    }

    /// All mails so far without their contents, newest first.
    public func mails() async throws -> [OutboxMail] { try await server.outbox?.mails() ?? [] }
}

/// An expectation of a helper for tests that was not met, as a sentence.
public struct TestFailure: Error, CustomStringConvertible {
    public let description: String

    /// The longest wait for something that the server does by itself.
    static let patience = Duration.seconds(30)

    init(_ sentence: String) {
        description = sentence
    }
}

extension OutboxMail {
    /// The addresses that the mail links to, such as that of an invitation.
    public var links: [String] {
        TestElement(html: html.utf8).elements("a").compactMap { $0["href"] }
    }
}

extension Logger {
    /// Logs critical messages only.
    package static var silent: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }
}
