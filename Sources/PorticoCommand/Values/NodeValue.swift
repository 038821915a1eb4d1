import Foundation
import PorticoConfig

/// The output for a server of an installation.
struct NodeValue: Encodable {
    let name: String
    let version: String
    let since: Date
    let streams: Int
    let lastSeen: Date
    let leading: Bool

    init(_ node: InstallationNode) {
        name = node.name
        version = node.version
        since = node.since
        streams = node.streams
        lastSeen = node.lastSeen
        leading = node.isLeading
    }

    static let columns = ["NAME", "VERSION", "SINCE", "STREAMS", "LAST SEEN", "LEADING"]

    var cells: [String] { [name, version, since.line, "\(streams)", lastSeen.line, leading ? "leading" : ""] }
}
