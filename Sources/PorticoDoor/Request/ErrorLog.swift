import Logging
import PorticoConfig
import Synchronization

/// Writes unexpected errors of requests to the log, each with an id. In an outage of the store every request fails, so
/// its errors get one line a second, with their number.
package final class ErrorLog: Sendable {
    private let lines: LogLimit
    /// The ids of the latest lines, by kind.
    private let ids = Mutex<[String: String]>([:])

    package init(lines: LogLimit = LogLimit(interval: .seconds(1))) {
        self.lines = lines
    }

    /// An id for a line of the log, short enough to read aloud.
    static func newID() -> String { String(UInt32.random(in: .min ... .max), radix: 36) }

    /// - Returns: the id of the line with the error, the only information for the person.
    package func write(_ error: any Error, _ logger: Logger) -> String {
        let id = Self.newID()
        var metadata: Logger.Metadata = ["error.id": "\(id)", "error": "\(String(reflecting: error))"]
        guard let failure = error as? StorageFailure else {
            logger.error("unexpected error", metadata: metadata)
            return id
        }
        let kind = failure.cause.rawValue
        let (shown, count) = ids.withLock { ids -> (String, Int?) in
            let count = lines.take(kind)
            if count != nil { ids[kind] = id }
            return (ids[kind] ?? id, count)
        }
        guard let count else { return shown }
        metadata["requests"] = "\(count)"
        logger.error("\(failure.cause.line)", metadata: metadata)
        return id
    }
}

extension StorageFailure.Cause {
    /// The cause, and the remedy.
    fileprivate var line: String {
        switch self {
        case .unreachable, .silent: "\(rawValue): is it running, and is database.url right?"
        case .refused: "the database refuses this server: are user and password right, and has it free connections?"
        case .readOnly: "\(rawValue): is its disk full, or is it a standby?"
        default: rawValue
        }
    }
}
