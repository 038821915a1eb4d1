import Logging
import PorticoServer
import Synchronization

/// Records log entries, so that tests can check the contents of the log.
package final class LogRecorder: Sendable {
    private let recorded = Mutex<[String]>([])

    /// An empty recorder.
    package init() {}

    /// The entries, one line each: level, message and metadata.
    package var lines: [String] { recorded.withLock { $0 } }

    /// All lines in one text.
    package var text: String { lines.joined(separator: "\n") }

    /// A logger that records every level down to trace, escaped as in the log of a server.
    package var logger: Logger {
        var logger = Logger(label: "test", factory: { _ in EscapingLogHandler(Handler(recorder: self)) })
        logger.logLevel = .trace
        return logger
    }

    private func record(_ line: String) {
        recorded.withLock { $0.append(line) }
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            let pairs = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
            recorder.record("\(event.level) \(event.message)\(pairs)")
        }
    }
}
