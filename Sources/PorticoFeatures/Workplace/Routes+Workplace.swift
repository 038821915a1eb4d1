import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

extension Routes {
    /// The choice of a workplace, by its kind.
    func addWorkplaces(to main: inout MainSection) {
        for kind in Workplace.Kind.allCases {
            let workplace = WorkplaceController(root: root, kind: kind)
            main.page(.workplace(kind), for: .signedIn, workplace.page)
            main.post(.workplace(kind), for: .signedIn, workplace.choose)
        }
    }
}
