import PorticoHTML

/// Links to the administration pages.
package struct AdministrationPage: RootPage, Sendable {
    package var counts: AdministrationCounts
    /// The number of servers; nil if there can be only one.
    package var nodes: Int?

    package init(counts: AdministrationCounts, nodes: Int? = nil) {
        self.counts = counts
        self.nodes = nodes
    }

    package func title(in language: String) -> String { Strings(language: language).administration }
    package func back(in language: String) -> (title: String, path: SitePath)? { nil }

    func group(_ t: Strings) -> CellGroup {
        let destinations = AdministrationDestination.all(hasNodes: nodes != nil)
        return CellGroup(
            id: "administration-pages",
            cells: destinations.map { destination in
                let value = destination == .nodes ? nodes.map { "\($0)" } : counts.value(for: destination, t)
                return destination.cell(t, value: value)
            })
    }
}

/// The title and path of the link back to the administration page.
func backToAdministration(_ language: String) -> (title: String, path: SitePath)? {
    (Strings(language: language).administration, .administration)
}
