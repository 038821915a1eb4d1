import Logging
import PorticoAuth
import PorticoFeatures
import PorticoServer
@_exported import PorticoTesting

extension TestServer {
    /// Runs `test` against a new server without an application, then removes its data folder. Accounts are added as by the
    /// command line: through another connection to the database.
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
        let options = ServerOptions(publicFolder: publicFolder)
        try await run(options: options, logger: logger, configure: configure, mount: mount) { server in
            var server = server
            server.auth = try await .open(options: server.options)
            try await test(server, server.client)
        }
    }
}
