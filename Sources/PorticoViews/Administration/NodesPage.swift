import Foundation
import PorticoConfig
import PorticoHTML

extension InstallationNode {
    fileprivate func row(_ t: Strings, number: Int, now: Date) -> DataTable.Row {
        DataTable.Row(
            id: "node-\(number)", title: name,
            cells: [
                .text(version), .time(since), .text("\(streams)"),
                // The clock of the database can be ahead.
                .ago(min(lastSeen, now), now: now), .text(isLeading ? t.yes : t.no),
            ])
    }
}

/// The servers of an installation with several.
package struct NodesPage: RootPage, Sendable {
    package var nodes: [InstallationNode]
    /// The current time, to which the times are relative.
    package var now: Date

    package init(nodes: [InstallationNode], now: Date) {
        self.nodes = nodes
        self.now = now
    }

    package func title(in language: String) -> String { Strings(language: language).nodes }
    package func back(in language: String) -> (title: String, path: SitePath)? { backToAdministration(language) }

    func table(_ t: Strings) -> DataTable {
        DataTable(
            id: "node-list", label: t.nodes,
            columns: [
                DataTable.Column(t.node), DataTable.Column(t.version, compactPlace: .line),
                DataTable.Column(t.nodeSince, compactPlace: .line),
                DataTable.Column(t.nodeStreams, alignment: .trailing, compactPlace: .line),
                DataTable.Column(t.lastSeen, compactPlace: .line), DataTable.Column(t.nodeLeads, compactPlace: .line),
            ],
            rows: zip(1..., nodes).map { $1.row(t, number: $0, now: now) })
    }
}
