import Foundation
import PorticoBytes
import PorticoHTML

/// A list whose rows have columns. In a window of 64 rem and more it is a table with a header that stays in view. In
/// less room it looks like the rows of a ``CellGroup``: the title of a row with its subtitle, and the columns that have
/// a ``Column/compactPlace`` there.
///
/// Without rows it shows ``empty``. If that is nil too, the table is hidden, but remains in the document so that an
/// update can fill it.
public struct DataTable: Sendable {
    /// The id of the element that has the rows, as for ``MoreRows``.
    public var id: String
    /// The heading above the table.
    public var header: String?
    /// The name of the table for assistive technology, if there is no ``header``.
    public var label: String
    /// The first column has the titles of the rows.
    public var columns: [Column]
    public var rows: [Row]
    /// The order of the rows, and the links of the header that change it; nil if the order cannot be changed.
    public var sorting: Sorting?
    /// The actions on selected rows; nil if rows cannot be selected.
    public var selection: Selection?
    /// The sentence in place of the rows if there are none, such as "No orders yet."
    public var empty: String?
    /// The configuration keys the table shows, separated by spaces; a change of one of them refreshes it.
    public var config: String?

    public init(
        id: String, header: String? = nil, label: String, columns: [Column], rows: [Row], sorting: Sorting? = nil,
        selection: Selection? = nil, empty: String? = nil, config: String? = nil
    ) {
        self.id = id
        self.header = header
        self.label = label
        self.columns = columns
        self.rows = rows
        self.sorting = sorting
        self.selection = selection
        self.empty = empty
        self.config = config
    }

    /// The cells of a row, each with its column. A row with too few cells has empty ones.
    func cells(of row: Row) -> [PlacedTableCell] {
        columns.dropFirst().enumerated().map { index, column in
            PlacedTableCell(column: column, cell: index < row.cells.count ? row.cells[index] : .text(""))
        }
    }

    var selectionID: String { "\(id)-selection" }
}

extension DataTable {
    /// A column of a ``DataTable``.
    public struct Column: Sendable {
        public var title: String
        /// The name of the order by this column in addresses; nil if the rows cannot be sorted by it.
        public var sort: String?
        public var alignment: Alignment
        /// The place of the cells in narrow windows. The first column always is at the leading edge.
        public var compactPlace: CompactPlace
        /// Whether only screen readers read the title, because the cells explain themselves, such as buttons.
        public var hidesTitle: Bool

        /// The edge at which the cells of a column stand.
        public enum Alignment: Sendable {
            case leading
            /// For numbers that people compare.
            case trailing
        }

        /// The place of a cell in narrow windows.
        public enum CompactPlace: Sendable {
            /// Not shown, because the subtitle of the row says the same.
            case hidden
            /// At the trailing edge of the title.
            case trailing
            /// On a line below the title, after the title of the column.
            case line
        }

        public init(
            _ title: String, sort: String? = nil, alignment: Alignment = .leading, compactPlace: CompactPlace = .hidden,
            hidesTitle: Bool = false
        ) {
            self.title = title
            self.sort = sort
            self.alignment = alignment
            self.compactPlace = compactPlace
            self.hidesTitle = hidesTitle
        }

        /// The classes of the column's cells.
        var classes: String {
            let place =
                switch compactPlace {
                case .hidden: "wide-only"
                case .trailing: "compact-trailing"
                case .line: "compact-line"
                }
            return alignment == .trailing ? "\(place) trailing" : place
        }
    }

    /// A row of a ``DataTable``.
    public struct Row: Sendable {
        public var id: String
        /// The content of the first column, which names the row.
        public var title: String
        /// Text below the title in narrow windows, which have no room for all columns; nil or empty for none.
        public var subtitle: String?
        /// A label below the title, such as a warning; nil for none.
        public var badge: Badge?
        /// The person whose initials stand before the title.
        public var avatar: Avatar?
        /// The page that a click anywhere in the row opens; nil for none.
        public var path: SitePath?
        /// The way in which that page opens.
        public var opening: LinkCell.Opening
        /// The cells of the further columns.
        public var cells: [TableCell]
        /// The value by which the row is selected; nil if it cannot be selected.
        public var value: String?

        public init(
            id: String, title: String, subtitle: String? = nil, badge: Badge? = nil, avatar: Avatar? = nil,
            path: SitePath? = nil, opening: LinkCell.Opening = .plain, cells: [TableCell], value: String? = nil
        ) {
            self.id = id
            self.title = title
            self.subtitle = subtitle
            self.badge = badge
            self.avatar = avatar
            self.path = path
            self.opening = opening
            self.cells = cells
            self.value = value
        }
    }

    /// The order of the rows.
    public struct Sorting: Sendable {
        /// The ``Column/sort`` of the column.
        public var column: String
        public var isDescending: Bool
        /// The address of the table without its order. The header's links add `sort=name` or `sort=-name`.
        public var path: SitePath
        /// Whether the person has chosen the order, so that the address has it. The header's link then has the focus,
        /// which it had on the page before.
        public var isChosen: Bool

        /// - Parameters:
        ///   - sort: the order as in the address: `name`, or `-name` for the reverse.
        ///   - path: the address of the table without its order.
        public init(_ sort: String, at path: SitePath, isChosen: Bool = false) {
            let reverse = sort.dropping(prefix: "-")
            isDescending = reverse != nil
            column = reverse.map { String($0) } ?? sort
            self.path = path
            self.isChosen = isChosen
        }

        func order(of column: Column) -> SortedColumn? {
            guard let sort = column.sort else { return nil }
            let isSorted = sort == self.column
            let next = isSorted && !isDescending ? "-\(sort)" : sort
            return SortedColumn(
                direction: isSorted ? (isDescending ? "descending" : "ascending") : nil,
                path: path.adding(query: [("sort", next)]), hasFocus: isSorted && isChosen)
        }
    }

    /// The actions on selected rows. Each posts a form with files (`multipart/form-data`), which has room for any number
    /// of rows, with the values of the selected rows.
    public struct Selection: Sendable {
        /// The name of the values in the form. It appears once for each row.
        public var name: String
        /// Further fields of the form.
        public var fields: [(name: String, value: String)]
        /// At least one.
        public var actions: [Action]

        /// An action on selected rows.
        public struct Action: Sendable {
            public var id: String
            public var title: String
            /// The path to which the form is posted.
            public var path: SitePath
            /// The style in which the page that answers is presented over this one; nil for a page of its own or a file.
            public var style: Presentation.Style?
            public var isDestructive: Bool

            public init(
                id: String, title: String, path: SitePath, presentedAs style: Presentation.Style? = nil,
                isDestructive: Bool = false
            ) {
                self.id = id
                self.title = title
                self.path = path
                self.style = style
                self.isDestructive = isDestructive
            }
        }

        public init(name: String = "id", fields: [(name: String, value: String)] = [], actions: [Action]) {
            self.name = name
            self.fields = fields
            self.actions = actions
        }
    }
}

/// A cell of a ``DataTable``.
public enum TableCell: Sendable {
    case value(CellValue)
    /// A message of a program for administrators, in English.
    case message(String)
    /// A link besides that of the row.
    case link(String, SitePath)
    /// Buttons of the row.
    case actions([RowAction])

    public static func text(_ text: String) -> TableCell { .value(.text(text)) }
    public static func time(_ date: Date) -> TableCell { .value(.time(date)) }
    public static func ago(_ date: Date, now: Date) -> TableCell { .value(.ago(date, now: now)) }
}

/// A button in a row of a ``DataTable``.
public struct RowAction: Sendable {
    public var id: String
    public var title: String
    /// Its name for assistive technology, which also names the row and contains the title.
    public var label: String
    public var target: Target
    public var isDestructive: Bool

    /// The effect of a button.
    public enum Target: Sendable {
        case post(SitePath, fields: [(name: String, value: String)])
        /// A question presented over the page.
        case question(SitePath)
    }

    public init(id: String, title: String, label: String, target: Target, isDestructive: Bool = false) {
        self.id = id
        self.title = title
        self.label = label
        self.target = target
        self.isDestructive = isDestructive
    }

    var buttonClass: String { isDestructive ? "row-button" : "row-button row-button-plain" }
}

/// The content of the first cell of a row.
struct TableRowTitle: Sendable {
    let row: DataTable.Row
}

/// The order of the rows by a column, and the link that changes it.
struct SortedColumn: Sendable {
    /// The value of `aria-sort`; nil if the rows are sorted by another column.
    let direction: String?
    let path: SitePath
    let hasFocus: Bool
}

/// A cell in its column.
struct PlacedTableCell: Sendable {
    let column: DataTable.Column
    let cell: TableCell

    /// The title of the column, before the cell in narrow windows; nil for none.
    var label: String? {
        if case .value(.text("")) = cell { return nil }
        return column.compactPlace == .line ? column.title : nil
    }
}
