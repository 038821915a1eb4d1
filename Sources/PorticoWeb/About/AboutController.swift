import HTTPTypes
import Hummingbird
import PorticoConfig
import PorticoHTML
import PorticoViews

/// What this server is, and what it is built from.
struct AboutController: Sendable {
    let site: Site

    func add(to main: inout MainSection) {
        main.page(.about) { _, _ in
            AboutPage(
                appName: site.app.appName, version: site.version, uptime: site.startedAt.duration(to: .now))
        }
        main.page(.licences) { _, _ in LicencesPage() }
        main.page("/about/licences/:name") { _, context in
            guard let licence = Licence(id: try context.parameters.require("name")) else {
                throw WebError(.notFound)
            }
            return LicencePage(licence)
        }
    }
}
