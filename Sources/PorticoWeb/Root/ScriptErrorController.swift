import Hummingbird
import Logging
import NIOCore
import PorticoHTML
import Synchronization

/// Logs the errors of scripts in browsers that nobody has caught: their names, and where they happened. What they say is
/// not sent, because it may be personal.
final class ScriptErrorController: Sendable {
    /// Errors logged in a minute, from all browsers together.
    static let errorsPerMinute = 10
    /// Bytes of a report.
    private static let limit = 4096
    /// The places of an error that are logged, the innermost ones.
    private static let places = 8

    private let minute = Mutex((began: ContinuousClock.now, count: 0))

    func report(_ request: Request, context: PorticoContext) async throws -> Response {
        let body = try await request.body.collect(upTo: Self.limit)
        let words = String(buffer: body).split(separator: " ").map(String.init)
        guard let name = words.first, name.wholeMatch(of: /[A-Za-z]{1,40}/) != nil else {
            throw WebError(.badRequest)
        }
        // Sources that are not files of a public folder, such as extensions of the browser, are left out.
        let places = words.dropFirst().prefix(Self.places).filter {
            $0.wholeMatch(of: /js\/[\w\/.\-]{1,80}:\d{1,7}:\d{1,7}/) != nil
        }
        if !places.isEmpty, mayLog() {
            context.logger.error(
                "a script failed in a browser",
                metadata: ["error": "\(name)", "at": "\(places.joined(separator: " "))"])
        }
        return Response(status: .noContent)
    }

    private func mayLog() -> Bool {
        minute.withLock { minute in
            if minute.began.duration(to: .now) > .seconds(60) { minute = (.now, 0) }
            minute.count += 1
            return minute.count <= Self.errorsPerMinute
        }
    }
}
