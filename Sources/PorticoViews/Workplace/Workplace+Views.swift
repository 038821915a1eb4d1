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
