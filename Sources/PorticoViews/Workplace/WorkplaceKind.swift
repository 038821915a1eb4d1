import PorticoHTML

/// What can be chosen of a place where people work. The raw value is the last segment of its address.
public enum WorkplaceKind: String, Sendable, CaseIterable {
    case factory
    case workshop
    case line
    case storehouse

    /// The names of the configuration keys that say what is chosen, separated by spaces.
    static let config = "currentFactoryCode workShopCode productLineCode storeHouseCode"

    func title(_ t: Strings) -> String {
        switch self {
        case .factory: t.factory
        case .workshop: t.workshop
        case .line: t.productionLine
        case .storehouse: t.storehouse
        }
    }

    /// What it is part of, which is chosen first; nil for a factory.
    var parent: WorkplaceKind? {
        switch self {
        case .factory: nil
        case .workshop, .storehouse: .factory
        case .line: .workshop
        }
    }
}

extension SitePath {
    /// Choosing a workplace; the choice (POST).
    public static func workplace(_ kind: WorkplaceKind) -> SitePath {
        switch kind {
        case .factory: "/workplace/factory"
        case .workshop: "/workplace/workshop"
        case .line: "/workplace/line"
        case .storehouse: "/workplace/storehouse"
        }
    }
}
