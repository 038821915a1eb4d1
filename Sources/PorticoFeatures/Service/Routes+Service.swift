import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

extension Routes {
    /// Routes for monitoring and for reports of browsers, and the offline page.
    func addService(to routes: Router<PorticoContext>) {
        let health = HealthController(checkReadiness: services.checkReadiness)
        routes.get(.healthz, health.live)
        routes.get(.readyz, health.ready)
        routes.get(.offline) { [root] request, _ in
            root.offlinePage(in: Language(offered: request.queryField(SitePath.languageField)) ?? .source)
        }
        let reports = BrowserReportController()
        routes.post(.scriptErrors, reports.scriptError)
        routes.post(.policyViolations, reports.policyViolation)
        if root.site.app.keepsAccounts {
            routes.get(.wellKnownPassword) { _, _ in .redirect(to: .changePassword) }
        }
        if root.passkeys.areOffered {
            routes.get(.wellKnownPasskeys) { [origin] _, _ in
                .json(#"{"enroll":"\#(origin)\#(SitePath.newPasskey)","manage":"\#(origin)\#(SitePath.factors)"}"#)
            }
        }
        if let contact = services.securityContact {
            routes.get(.securityText, SecurityTextController(contact: contact, origin: origin).text)
        }
    }
}
