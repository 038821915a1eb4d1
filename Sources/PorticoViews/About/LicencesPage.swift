import PorticoHTML

/// The list of third-party components.
package struct LicencesPage: Presentable, Sendable {
    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init() {}

    package func title(in language: String) -> String { Strings(language: language).licences }

    func group(_ t: Strings) -> CellGroup {
        CellGroup(
            id: "licence-list",
            cells: Licence.all.map { licence in
                .link(
                    LinkCell(
                        id: "licence-\(licence.id)", title: licence.name, value: licence.terms.name(t),
                        path: licence.path, opening: .navigates))
            })
    }
}
