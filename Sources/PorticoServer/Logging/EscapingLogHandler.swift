import Logging
import PorticoBytes

/// Escapes control and direction characters of every message, value and key before another handler writes them, so that
/// no call can forget it (ASVS 5.0, 16.4.1).
package struct EscapingLogHandler: LogHandler {
    private var handler: any LogHandler

    package init(_ handler: any LogHandler) {
        self.handler = handler
    }

    package var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }
    package var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue.escaped }
    }
    package var metadataProvider: Logger.MetadataProvider? {
        get { handler.metadataProvider }
        set {
            handler.metadataProvider = newValue.map { provider in Logger.MetadataProvider { provider.get().escaped } }
        }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key.escapingControls] }
        set { handler[metadataKey: key.escapingControls] = newValue?.escaped }
    }

    package func log(event: LogEvent) {
        var event = event
        if let error = event.error {
            event.error = nil
            event.metadata = (event.metadata ?? [:]).merging(["error": "\(error)"]) { _, new in new }
        }
        event.message = "\(event.message.description.escapingControls)"
        event.metadata = event.metadata?.escaped
        handler.log(event: event)
    }
}

extension Logger.Metadata {
    fileprivate var escaped: Logger.Metadata {
        Dictionary(map { ($0.key.escapingControls, $0.value.escaped) }) { first, _ in first }
    }
}

extension Logger.MetadataValue {
    fileprivate var escaped: Logger.MetadataValue {
        switch self {
        case .string(let text): .string(text.escapingControls)
        case .stringConvertible(let value): .string(value.description.escapingControls)
        case .array(let values): .array(values.map(\.escaped))
        case .dictionary(let values): .dictionary(values.escaped)
        }
    }
}
