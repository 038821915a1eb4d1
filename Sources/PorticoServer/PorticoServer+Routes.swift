import Foundation
import Hummingbird
import Logging
import PorticoFeatures
import PorticoSQL

extension PorticoServer {
    /// The routes of a server with these options and pages, by path. The server does not start, and the data folder is
    /// not used.
    ///
    /// - Parameter mount: adds the application's pages.
    /// - Throws: ``StartFailure``
    package static func routes(
        options: ServerOptions, mount: @Sendable (inout MainSection) -> Void
    ) async throws -> [RouteDescription] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "portico-routes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var options = options
        options.dataFolder = folder.path
        options.postgreSQL = nil
        let server = try await PorticoServer(
            options: options, logger: Logger(label: "portico") { _ in SwiftLogNoOpLogHandler() }, mount: mount)
        defer { try? server.database.close() }
        return server.application.responder.routes.sorted {
            ($0.path, $0.method) < ($1.path, $1.method)
        }
    }
}
