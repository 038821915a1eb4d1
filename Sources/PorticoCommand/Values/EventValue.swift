import Foundation
import PorticoAuth
import PorticoBytes
import PorticoConfig

/// The output for a security event.
struct EventValue: Encodable {
    let id: Int64
    let time: Date
    let kind: SecurityEvent.Kind
    let username: String?
    /// nil for a local account.
    let server: String?
    let actor: String?
    let address: String
    let agent: String
    let detail: String
    let count: Int

    init(_ logged: LoggedEvent) {
        let event = logged.event
        id = logged.id
        time = event.time
        kind = event.kind
        username = event.account?.name
        server = event.account?.otherServer
        actor = event.actor?.name
        address = event.client.address
        agent = event.client.agent
        detail = event.detail
        count = event.count
    }

    /// One line, separated by tabs.
    var line: String {
        let times = kind == .imported ? count.of("person", "people") : count > 1 ? "\(count) times" : ""
        let more = [detail, times].filter { !$0.isEmpty }.joined(separator: ", ")
        return [time.line, kind.rawValue, username ?? "", actor.map { "by \($0)" } ?? "", address, agent, more]
            .map(\.printable).joined(separator: "\t")
    }
}
