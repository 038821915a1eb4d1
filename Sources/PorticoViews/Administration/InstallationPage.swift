import PorticoHTML

/// The settings of the installation, each with its option key.
package struct InstallationPage: RootPage, Sendable {
    /// In any order; the page groups them by section.
    package var settings: [InstallationSetting]

    package init(settings: [InstallationSetting]) {
        self.settings = settings
    }

    package func title(in language: String) -> String { Strings(language: language).installation }
    package func back(in language: String) -> (title: String, path: SitePath)? { backToAdministration(language) }

    func groups(_ t: Strings) -> CellGroups {
        CellGroups(
            AdministrationOption.Section.allCases.compactMap { section in
                let cells = settings.filter { $0.option.section == section }.map { $0.cell(t) }
                guard !cells.isEmpty else { return nil }
                return CellGroup(
                    id: "options-\(section.rawValue)", header: section.title(t), cells: cells, config: "installation")
            })
    }
}
