import Foundation
import PorticoConfig
import PorticoSQL

/// Keeps this server in the list of an installation's servers.
struct NodePresence: Sendable {
    /// Identifies the process.
    let id: String
    let store: SQLNodeStore
    let leadership: Leadership
    /// The number of open event streams.
    let streams: @Sendable () -> Int
    private let since = Date()
    private let name = "\(NodePresence.hostName) \(ProcessInfo.processInfo.processIdentifier)"

    func report() async throws {
        let now = Date()
        let node = InstallationNode(
            name: name, version: PorticoServer.version, since: since, streams: streams(),
            isLeading: leadership.isLeading, lastSeen: now)
        try await store.put(node, id: id)
    }

    func leave() async throws { try await store.remove(id) }

    /// Asks the system only: `ProcessInfo.hostName` may wait for DNS.
    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
