import PorticoConfig
import PorticoHTML

extension Workplace {
    /// The names of the configuration keys that say what is chosen, separated by spaces.
    static let configKeys = "currentFactoryCode workShopCode productLineCode storeHouseCode"
}

extension Workplace.Kind {
    func title(_ t: Strings) -> String {
        switch self {
        case .factory: t.factory
        case .workshop: t.workshop
        case .productionLine: t.productionLine
        case .storehouse: t.storehouse
        }
    }

    /// In the ids of cells.
    var idPart: String { self == .productionLine ? "line" : rawValue }
}

extension SitePath {
    /// Choosing a workplace; the choice (POST).
    public static func workplace(_ kind: Workplace.Kind) -> SitePath {
        switch kind {
        case .factory: "/workplace/factory"
        case .workshop: "/workplace/workshop"
        case .productionLine: "/workplace/line"
        case .storehouse: "/workplace/storehouse"
        }
    }
}
