import Foundation
import Logging
import PorticoAuth
import PorticoConfig
import PorticoFeatures

/// A security event as one line of JSON on standard error, for a collector elsewhere: people who can change the
/// database cannot change it there.
struct SecurityEventLine: Encodable {
    let securityEvent: SecurityEvent.Kind
    let time: String
    let username: String?
    let actor: String?
    let address: String
    let agent: String
    let detail: String
    let count: Int
    /// The id of the request.
    let request: String?
    /// The id of the event of a command, which may have two lines.
    let id: Int64?

    init(_ event: SecurityEvent, id: LoggedEvent.ID? = nil) {
        self.id = id
        securityEvent = event.kind
        time = event.time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        username = event.account?.name
        actor = event.actor?.name
        address = event.client.address
        agent = event.client.agent
        detail = event.detail
        count = event.count
        request = RequestIdentifier.current
    }

    /// Writes the line of an event to standard error.
    static func emit(_ event: SecurityEvent, id: LoggedEvent.ID? = nil, logger: Logger) {
        do {
            StandardError.write(try StandardError.line(of: SecurityEventLine(event, id: id)))
        } catch {
            logger.error("a security event could not be encoded", metadata: ["error": "\(error)"])
        }
    }
}
