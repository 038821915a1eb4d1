import Foundation
import Logging
import PorticoConfig

/// Writes log entries as lines of JSON: `time`, `level`, `message` and `metadata`.
struct JSONLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    /// Writes a line with its end.
    private let write: @Sendable (Data) -> Void

    init(metadataProvider: Logger.MetadataProvider?, write: @escaping @Sendable (Data) -> Void = StandardError.write) {
        self.metadataProvider = metadataProvider
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        all.merge(metadataProvider?.get() ?? [:]) { _, new in new }
        all.merge(event.metadata ?? [:]) { _, new in new }
        if let error = event.error { all["error"] = "\(error)" }
        let line = JSONLogLine(
            time: Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
            level: event.level.rawValue, message: "\(event.message)", metadata: all.mapValues(JSONValue.init))
        do {
            write(try StandardError.line(of: line))
        } catch {
            write(Data("{\"level\":\"error\",\"message\":\"a log entry could not be encoded\"}\n".utf8))
        }
    }
}

private struct JSONLogLine: Encodable {
    let time: String
    let level: String
    let message: String
    let metadata: [String: JSONValue]
}

extension JSONValue {
    fileprivate init(_ value: Logger.MetadataValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .stringConvertible(let value): self = .text("\(value)")
        case .array(let values): self = .list(values.map(JSONValue.init))
        case .dictionary(let values): self = .object(values.mapValues(JSONValue.init))
        }
    }
}
