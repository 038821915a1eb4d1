import PorticoHTML

/// What this server is, and what it is built from.
public struct AboutPage: Presentable, Sendable {
    public var appName: String
    public var version: String
    /// How long the server has been running.
    public var uptime: Duration

    public let presentation = Presentation(style: .pageSheet)
    public let presenter = SitePath.launch

    public init(appName: String, version: String, uptime: Duration) {
        self.appName = appName
        self.version = version
        self.uptime = uptime
    }

    public func title(in language: String) -> String { Strings(language: language).aboutTitle(appName) }

    func groups(_ t: Strings) -> CellGroups {
        CellGroups([
            CellGroup(
                id: "about-server",
                cells: [
                    .detail(DetailCell(id: "server-version", title: t.version, value: .text(version))),
                    .detail(DetailCell(id: "server-uptime", title: t.uptime, value: .duration(uptime))),
                ]),
            CellGroup(
                id: "about-licences", footer: t.licencesIntroduction,
                cells: [
                    .link(LinkCell(id: "licences", title: t.licences, path: .licences, opening: .navigates))
                ]),
        ])
    }
}
