import PorticoHTML

/// Version and uptime of this server, and a link to the licences.
public struct AboutPage: Presentable, Sendable {
    public var appName: String
    public var version: String
    /// The time since the server started.
    public var uptime: Duration

    public let presentation = Presentation()
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
