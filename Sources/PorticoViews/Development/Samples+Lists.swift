import Foundation
import PorticoHTML

extension ComponentsPage {
    private var ordered: Date { now.addingTimeInterval(-7 * 60) }

    /// Tables, and the ends of lists.
    var listSamples: [ComponentSamples] {
        [
            ComponentSamples(
                "DataTable",
                [
                    .init(
                        "With an order and a selection",
                        DataTable(
                            id: "orders", header: "Orders", label: "Orders",
                            columns: [
                                DataTable.Column("Customer", sort: "customer"),
                                DataTable.Column("Books", alignment: .trailing, compactPlace: .trailing),
                                DataTable.Column("Ordered", sort: "ordered"),
                            ],
                            rows: [
                                DataTable.Row(
                                    id: "order-12", title: "Ada Lovelace", subtitle: "Emma, twice",
                                    avatar: Avatar("Ada Lovelace"), path: path,
                                    cells: [.text("2"), .ago(ordered, now: now)], value: "12"),
                                DataTable.Row(
                                    id: "order-13", title: "王小明", subtitle: "Persuasion", avatar: Avatar("王小明"),
                                    path: path, cells: [.text("1"), .time(ordered)], value: "13"),
                            ],
                            sorting: DataTable.Sorting("-ordered", at: path),
                            selection: DataTable.Selection(
                                name: "order",
                                actions: [DataTable.Selection.Action(id: "print-orders", title: "Print", path: path)]))),
                    .init(
                        "Empty",
                        DataTable(
                            id: "no-bills", header: "Bills", label: "Bills", columns: [DataTable.Column("Customer")],
                            rows: [], empty: "No bills yet.")),
                ]),
            ComponentSamples(
                "MoreRows", [.init("Default", MoreRows(list: "orders", previous: path, next: path))]),
            ComponentSamples(
                "EmptyState",
                [
                    .init(
                        "With the next step",
                        EmptyState(
                            id: "no-orders", icon: .search, text: "No orders yet.",
                            action: EmptyState.Action(title: "New order", path: path))),
                    .init(
                        "Without a next step",
                        EmptyState(id: "no-mail", icon: .envelope, text: "No emails are waiting.")),
                ]),
        ]
    }
}
