import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

extension Routes {
    /// The application, and the licences of its parts.
    func addAbout(to main: inout MainSection) {
        let about = AboutController(site: root.site)
        main.page(.about, for: .signedIn, about.about)
        main.page(.licences, for: .signedIn, about.licences)
        main.page(.licence(":name"), for: .signedIn, about.licence)
    }
}
