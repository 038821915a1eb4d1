/// A person's stored workplace codes, whether or not the directory has them.
public struct WorkplaceCodes: Hashable, Sendable {
    public var factory: String?
    public var workshop: String?
    public var productionLine: String?
    public var storehouse: String?

    public init(
        factory: String? = nil, workshop: String? = nil, productionLine: String? = nil, storehouse: String? = nil
    ) {
        self.factory = factory
        self.workshop = workshop
        self.productionLine = productionLine
        self.storehouse = storehouse
    }

    init(_ stored: [String: String], invalid: inout [String]) {
        for kind in Workplace.Kind.allCases { self[kind] = kind.key.value(in: stored, invalid: &invalid) }
    }

    public subscript(kind: Workplace.Kind) -> String? {
        get { self[keyPath: Self.path(kind)] }
        set { self[keyPath: Self.path(kind)] = newValue }
    }

    /// The settings to store to get from `old` to these codes: only those that differ.
    public func settings(since old: WorkplaceCodes) throws -> [ConfigSetting] {
        try Workplace.Kind.allCases.filter { self[$0] != old[$0] }.map { try ConfigSetting($0.key, to: self[$0]) }
    }

    private static func path(_ kind: Workplace.Kind) -> WritableKeyPath<WorkplaceCodes, String?> {
        switch kind {
        case .factory: \.factory
        case .workshop: \.workshop
        case .productionLine: \.productionLine
        case .storehouse: \.storehouse
        }
    }
}

extension Workplace.Kind {
    /// The key that stores the code of this kind.
    var key: SettingKey<String?> {
        switch self {
        case .factory: UserConfig.currentFactoryCode
        case .workshop: UserConfig.workShopCode
        case .productionLine: UserConfig.productLineCode
        case .storehouse: UserConfig.storeHouseCode
        }
    }
}
