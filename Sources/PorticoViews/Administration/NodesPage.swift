import Foundation
import PorticoConfig
import PorticoHTML

extension InstallationNode {
    fileprivate func group(_ t: Strings, number: Int, now: Date) -> CellGroup {
        func cell(_ part: String, _ title: String, _ value: CellValue) -> Cell {
            .detail(DetailCell(id: "node-\(number)-\(part)", title: title, value: value))
        }
        return CellGroup(
            id: "node-\(number)", header: name,
            cells: [
                cell("version", t.version, .text(version)), cell("since", t.nodeSince, .time(since)),
                cell("streams", t.nodeStreams, .text("\(streams)")),
                // The clock of the database can be ahead.
                cell("last-seen", t.lastSeen, .ago(min(lastSeen, now), now: now)),
                cell("leads", t.nodeLeads, .text(isLeading ? t.yes : t.no)),
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

    func groups(_ t: Strings) -> CellGroups {
        CellGroups(zip(1..., nodes).map { $1.group(t, number: $0, now: now) })
    }
}
