import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PorticoConfig
import PorticoHTML
import PorticoViews
import ServiceLifecycle
import Synchronization

extension ServerOptions {
    /// Runs the work that a start needs the database for. If the database is out of reach, retries until
    /// `database.startTimeout` is over, and answers at the port meanwhile: after a power cut, the database may start
    /// later than this server.
    ///
    /// - Throws: ``StartFailure``; after the time limit, the last one.
    func waitingForDatabase<Result: Sendable>(
        _ logger: Logger, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let end = ContinuousClock.now + databaseStartTimeout
        do {
            return try await work()
        } catch let failure as StartFailure where failure.storage != nil && databaseStartTimeout > .zero {
            let waiting = DatabaseWait(failure, until: end, logger: logger)
            return try await waiting.answering(at: hostname, port: port) {
                try await waiting.retry(work)
            }
        }
    }
}

/// A start that waits for the database.
private final class DatabaseWait: Sendable {
    private let failure: Mutex<StartFailure>
    private let end: ContinuousClock.Instant
    private let logger: Logger

    /// Time between two lines in the log.
    private static let interval = Duration.seconds(10)
    /// Time between two attempts.
    private static let pause = Duration.milliseconds(500)

    init(_ failure: StartFailure, until end: ContinuousClock.Instant, logger: Logger) {
        self.failure = Mutex(failure)
        self.end = end
        self.logger = logger
    }

    func retry<Result>(_ work: () async throws -> Result) async throws -> Result {
        var next = ContinuousClock.now
        while true {
            let failure = failure.withLock { $0 }
            let now = ContinuousClock.now
            guard now < end else { throw failure }
            if now >= next {
                next = now + Self.interval
                logger.warning(
                    "waiting for the database",
                    metadata: ["reason": "\(failure)", "seconds": "\(Int((end - now) / .seconds(1)))"])
            }
            try await Task.sleep(for: min(Self.pause, end - now))
            do {
                return try await work()
            } catch let failure as StartFailure where failure.storage != nil {
                self.failure.withLock { $0 = failure }
            }
        }
    }

    /// Runs the work, and responds at the port meanwhile that this server is not ready.
    func answering<Result: Sendable>(
        at hostname: String, port: Int, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        // Nobody knows a port that the system chooses.
        guard port != 0 else { return try await work() }
        var configuration = ServiceGroupConfiguration(services: [server(hostname, port)], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(1)
        let group = ServiceGroup(configuration: configuration)
        return try await withThrowingTaskGroup(of: Result?.self) { tasks in
            tasks.addTask {
                do {
                    try await group.run()
                } catch {
                    throw StartFailure(binding: error, hostname: hostname, port: port) ?? error
                }
                return nil
            }
            tasks.addTask { try await work() }
            var result: Result?
            for try await done in tasks {
                guard let done else { continue }
                result = done
                // Frees the port before the server listens on it.
                await group.triggerGracefulShutdown()
            }
            guard let result else { throw CancellationError() }
            return result
        }
    }

    private func server(_ hostname: String, _ port: Int) -> some Service {
        let responder = CallbackResponder<BasicRequestContext> { [self] request, _ in
            guard request.uri.path != SitePath.healthz.path else { return Self.text("ok", .ok) }
            let reason = failure.withLock { $0.storage?.cause.rawValue ?? $0.description }
            return Self.text("not ready: \(reason)", .serviceUnavailable)
        }
        return Application(
            responder: responder,
            configuration: ApplicationConfiguration(address: .hostname(hostname, port: port), serverName: nil),
            logger: logger)
    }

    private static func text(_ line: String, _ status: HTTPResponse.Status) -> Response {
        var headers: HTTPFields = [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"]
        if status == .serviceUnavailable { headers[.retryAfter] = "5" }
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: line + "\n")))
    }
}
