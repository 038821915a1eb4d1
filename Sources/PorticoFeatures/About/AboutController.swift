import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Version, uptime and licences.
struct AboutController: Sendable {
    let site: Site

    func about(_ request: Request, _ context: SignedInContext) -> AboutPage {
        AboutPage(
            appName: site.appName(for: context.reader),
            server: context.account.isAdministrator ? (site.version, site.startedAt.duration(to: .now)) : nil)
    }

    func licences(_ request: Request, _ context: SignedInContext) -> LicencesPage { LicencesPage() }

    func licence(_ request: Request, _ context: SignedInContext) throws -> LicencePage {
        guard let licence = Licence(id: try context.parameters.require("name")) else { throw WebError(.notFound) }
        return LicencePage(licence)
    }
}
