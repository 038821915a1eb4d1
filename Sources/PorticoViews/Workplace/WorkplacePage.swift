import PorticoConfig
import PorticoHTML

/// The choices on a ``WorkplacePage``.
package enum WorkplaceOffer: Sendable {
    /// None, until a workplace of this kind is chosen.
    case first(Workplace.Kind)
    /// These; `hasMore` if there are more than shown.
    case rows([Workplace], hasMore: Bool)
}

/// The workplaces of one kind, with a search field. A choice takes effect at once.
package struct WorkplacePage: Presentable, Sendable {
    package var kind: Workplace.Kind
    /// The account that the page is rendered for.
    package var account: String
    /// The search text; empty for all.
    package var text: String
    package var offer: WorkplaceOffer
    /// The code of the chosen workplace; nil for none.
    package var chosen: String?
    /// The version of the shown configuration.
    package var version: Int64
    /// Whether the last choice was rejected: the workplace does not exist, or belongs to another parent.
    package var isRefused: Bool

    package let presentation = Presentation()
    package let presenter = SitePath.settings

    package init(
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

    package func title(in language: String) -> String { kind.title(Strings(language: language)) }

    var configKeys: String { Workplace.configKeys }

    var rows: [Workplace] {
        guard case .rows(let rows, _) = offer else { return [] }
        return rows
    }

    private var hasMore: Bool {
        guard case .rows(_, let hasMore) = offer else { return false }
        return hasMore
    }

    /// Whether there are no workplaces to search.
    var isEmpty: Bool { rows.isEmpty && text.isEmpty }

    /// The search field; it has the autofocus if not all workplaces are shown.
    func field(_ t: Strings) -> Field {
        Field(
            id: "q", kind: .search, label: t.workplaceSearch, value: text, isRequired: false,
            isAutofocused: hasMore || !text.isEmpty, isLast: true)
    }

    /// The number of workplaces, announced while the person types.
    func count(_ t: Strings) -> String {
        if hasMore { return t.workplacesMore(rows.count) }
        if rows.isEmpty { return t.workplacesNotFound }
        return t.workplacesCount(rows.count)
    }

    /// The choice of no workplace; hidden during a search.
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

    /// The link to the workplace that has to be chosen first.
    func first(_ t: Strings) -> CellGroups {
        guard case .first(let parent) = offer else { return CellGroups([]) }
        let link = LinkCell(
            id: "choose-first", title: parent.title(t), path: .workplace(parent), opening: .navigates)
        let sentence = parent == .factory ? t.chooseFactoryFirst : t.chooseWorkshopFirst
        return CellGroups([CellGroup(id: "first", footer: sentence, cells: [.link(link)])])
    }
}

/// A button that chooses a workplace.
struct WorkplaceCell: Sendable {
    var id: String
    var code: String
    var title: String
    var value: String?
    var isChosen: Bool
}

extension Workplace {
    /// The configuration keys of the chosen workplaces, separated by spaces.
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

    /// The part of cell ids.
    var idPart: String { self == .productionLine ? "line" : rawValue }
}
