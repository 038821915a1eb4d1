import Foundation
import PorticoAuth
import PorticoConfig
import PorticoViews
import Testing

@testable import PorticoServer

@Suite("Lists that views repeat from other modules")
struct MirrorTests {
    @Test("have all options of the installation, except those for the command line only")
    func options() {
        let hidden = [
            "http.hostname", "http.port", "http.connections", "http.shutdownTimeout", "http.drain", "data.directory",
            "public.directory",
            "splash.minimumDuration", "app.language",
            "presentation.automatic", "mail.port", "mail.username", "mail.password", "mail.certificates",
            "events.maximum", "events.streamsPerAccount", "events.streams", "events.interval", "cache.capacity",
            "log.level", "log.format", "metrics.address", "metrics.port", "metrics.hosts", "limits.rate",
            "http.hstsSubdomains", "http.cookieName",
            "security.contact",
            "servers.list", "servers.default", "servers.local.name", "gateway.timeout", "gateway.launchTimeout",
            "gateway.recheck", "gateway.trust",
            "gateway.workplacesInterval", "gateway.certificates",
            "gateway.key", "database.url", "database.passwordFile", "database.connections", "database.timeout",
            "database.startTimeout",
            "session.rememberedName", "launch.worker", "mail.senderName", "mail.footer",
            "brand.mark", "brand.coverColor", "brand.coverColorDark", "brand.accentColor", "brand.accentColorDark",
            "brand.sentence", "brand.helpLink", "brand.privacyLink", "brand.termsLink", "brand.imprintLink",
            "accounts.passkeyOffer", "accounts.passwordLength", "protected.hosts", "protected.rules",
            "protected.upstream", "protected.timeout",
        ]
        let shown = AdministrationOption.allCases.map(\.rawValue)
        #expect((shown + hidden).sorted() == ServerOptions().installation.map(\.key).sorted())
        let settings = OptionDefinition.all.compactMap { $0.setting(in: ServerOptions()) }
        #expect(settings.map(\.option.rawValue).sorted() == shown.sorted())
    }
}
