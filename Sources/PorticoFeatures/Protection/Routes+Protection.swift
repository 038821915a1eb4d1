import HTTPTypes
import Hummingbird
import PorticoAssets
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

extension Routes {
    /// Routes for the proxies of protected applications, and for browsers on their way to them. At hosts of
    /// applications, this host's cookie says nothing about the account, so the handlers decide whether to identify the
    /// requester.
    func addProtection(to routes: Router<PorticoContext>, _ main: inout MainSection) {
        guard !services.protection.rules.isEmpty else { return }
        let protection = protection
        let exchange = ExchangeController(check: protection)
        if services.upstream == nil {
            // Envoy asks with the method of the original request.
            for method in HTTPRequest.Method.known where method != .head {
                routes.on(RouterPath(SitePath.checkProtected.pattern), method: method, use: protection.check)
            }
        }
        routes.get(.beginProtected, exchange.begin)
        routes.get(.endProtected, exchange.end)
        routes.get(.protectedSession, exchange.session)
        routes.get(.assertionKeys, exchange.keys)
        main.get(.startProtected, for: .signedIn, exchange.start)
        main.post(.startProtected, for: .signedIn, exchange.prove)
    }

    private var protection: ProtectionCheck {
        ProtectionCheck(root: root, services: services, origin: origin, gateways: identities.gateways)
    }

    /// Passes requests to the application behind this server; nil if there is none.
    ///
    /// - Parameter router: the routes that this server keeps for itself.
    func upstream(_ router: Router<PorticoContext>, _ assets: AssetLibrary) -> UpstreamController? {
        services.upstream.map { upstream in
            UpstreamController(
                upstream: upstream,
                paths: OwnPaths(
                    routes: router.routes.map(\.path.description), hasHome: root.mainPath == .launch,
                    isPublicFile: { $0 == SitePath.sessionScript.path || assets.contains($0) }),
                protection: protection)
        }
    }
}
