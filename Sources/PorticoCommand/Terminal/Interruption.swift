import Dispatch
import Foundation

/// Runs endless work until SIGINT or SIGTERM, then returns without an error.
func untilInterrupted(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task { try await work() }
    let sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { task.cancel() }
        source.resume()
        return source
    }
    defer { for source in sources { source.cancel() } }
    do {
        try await task.value
    } catch  where task.isCancelled {
    }
}
