import PorticoHTML

/// A link to the licences and, for administrators, version and uptime of this server.
package struct AboutPage: Presentable, Sendable {
    package var appName: String
    /// nil unless the person is an administrator.
    package var server: (version: String, uptime: Duration)?

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(appName: String, server: (version: String, uptime: Duration)?) {
        self.appName = appName
        self.server = server
    }

    package func title(in language: String) -> String { Strings(language: language).aboutTitle(appName) }

    func groups(_ t: Strings) -> CellGroups {
        CellGroups([
            CellGroup(
                id: "about-server",
                cells: server.map { version, uptime in
                    [
                        .detail(DetailCell(id: "server-version", title: t.version, value: .text(version))),
                        .detail(DetailCell(id: "server-uptime", title: t.uptime, value: .duration(uptime))),
                    ]
                } ?? []),
            CellGroup(
                id: "about-licences", footer: t.licencesIntroduction,
                cells: [
                    .link(LinkCell(id: "licences", title: t.licences, path: .licences, opening: .navigates))
                ]),
        ])
    }
}
