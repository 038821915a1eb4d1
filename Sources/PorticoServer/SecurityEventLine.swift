import Foundation
import Logging
import PorticoAuth
import PorticoConfig

/// A security event as one line of JSON on standard error, to be collected elsewhere. Nobody who can change the database
/// can change it there.
struct SecurityEventLine: Encodable {
    let securityEvent: SecurityEvent.Kind
    let time: String
    let username: String?
    let actor: String?
    let address: String
    let agent: String
    let detail: String
    let count: Int

    init(_ event: SecurityEvent) {
        securityEvent = event.kind
        time = event.time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        username = event.account?.name
        actor = event.actor?.name
        address = event.client.address
        agent = event.client.agent
        detail = event.detail
        count = event.count
    }

    /// The line with its end. JSON escapes control characters.
    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }

    /// Writes the line of an event to standard error, in one call, so that no other line gets in between. If standard
    /// error is closed, there is nowhere to report it; the event is in the database.
    static func emit(_ event: SecurityEvent, logger: Logger) {
        do {
            try SecurityEventLine(event).encoded().withUnsafeBytes { bytes in
                _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
            }
        } catch {
            logger.error("a security event could not be encoded", metadata: ["error": "\(error)"])
        }
    }
}
