import PorticoConfig
import PorticoHTML

/// One of the workplaces to choose from.
public struct WorkplaceRow: Sendable {
    public var code: String
    public var name: String

    public init(code: String, name: String) {
        self.code = code
        self.name = name
    }
}

/// What can be chosen on a ``WorkplacePage``.
public enum WorkplaceOffer: Sendable {
    /// Nothing, until one of these is chosen.
    case first(Workplace.Kind)
    /// These, and others where there are more of them than are shown.
    case rows([WorkplaceRow], hasMore: Bool)
}

/// The workplaces of one kind: to look for one of them and choose it, which takes effect at once.
public struct WorkplacePage: Presentable, Sendable {
    public var kind: Workplace.Kind
    /// The account the page is rendered for.
    public var account: String
    /// What was looked for; empty for all.
    public var text: String
    public var offer: WorkplaceOffer
    /// The code of the one that is chosen.
    public var chosen: String?
    /// Of the configuration that is shown.
    public var version: Int64
    /// Whether what was chosen last cannot be: it is not there, or part of something else.
    public var isRefused: Bool

    public let presentation = Presentation(style: .pageSheet)
    public let presenter = SitePath.launch

    public init(
        _ kind: Workplace.Kind, account: String, text: String = "", offer: WorkplaceOffer, chosen: String? = nil,
        version: Int64 = 0, isRefused: Bool = false
    ) {
        self.kind = kind
        self.account = account
        self.text = text
        self.offer = offer
        self.chosen = chosen
        self.version = version
        self.isRefused = isRefused
    }

    public func title(in language: String) -> String { kind.title(Strings(language: language)) }

    var configKeys: String { Workplace.configKeys }

    var rows: [WorkplaceRow] {
        guard case .rows(let rows, _) = offer else { return [] }
        return rows
    }

    private var hasMore: Bool {
        guard case .rows(_, let hasMore) = offer else { return false }
        return hasMore
    }

    /// Whether there is nothing to look for.
    var isEmpty: Bool { rows.isEmpty && text.isEmpty }

    /// The caret starts here where not all are in sight.
    func field(_ t: Strings) -> Field {
        Field(
            id: "q", kind: .search, label: t.workplaceSearch, value: text, isRequired: false,
            startsHere: hasMore || !text.isEmpty, isLast: true)
    }

    /// How many there are, read aloud while people type.
    func count(_ t: Strings) -> String {
        if hasMore { return t.workplacesMore(rows.count) }
        if rows.isEmpty { return isEmpty ? t.workplacesNone : t.workplacesNotFound }
        return t.workplacesCount(rows.count)
    }

    /// The choice of none, which nobody looks for.
    func none(_ t: Strings) -> WorkplaceCell? {
        text.isEmpty && !isEmpty
            ? WorkplaceCell(id: "choose-none", code: "", title: t.workplaceNone, isChosen: chosen == nil) : nil
    }

    var cells: [WorkplaceCell] {
        rows.map { row in
            WorkplaceCell(
                id: "choose-\(row.code)", code: row.code, title: row.name, value: row.code,
                isChosen: row.code == chosen)
        }
    }

    /// The way to what has to be chosen first.
    func first(_ t: Strings) -> CellGroups {
        guard case .first(let parent) = offer else { return CellGroups([]) }
        let link = LinkCell(
            id: "choose-first", title: parent.title(t), path: .workplace(parent), opening: .navigates)
        let sentence = parent == .factory ? t.chooseFactoryFirst : t.chooseWorkshopFirst
        return CellGroups([CellGroup(id: "first", footer: sentence, cells: [.link(link)])])
    }
}

/// A button that chooses one.
struct WorkplaceCell: Sendable {
    var id: String
    var code: String
    var title: String
    var value: String?
    var isChosen: Bool
}

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
