import Foundation
import PorticoHTML

extension ComponentsPage {
    private var ordered: Date { now.addingTimeInterval(-7 * 60) }

    /// Groups of rows, and each kind of row.
    var rowSamples: [ComponentSamples] {
        [
            ComponentSamples(
                "CellGroup",
                [
                    .init(
                        "With header and footer",
                        CellGroup(
                            id: "order", header: "Order 12", footer: "A footer explains the group above it.",
                            cells: [
                                .detail(DetailCell(id: "customer", title: "Customer", value: .text("Ada Lovelace"))),
                                .link(LinkCell(id: "edit", title: "Edit order", path: path, opening: .presents)),
                            ])),
                    .init(
                        "Empty",
                        CellGroup(id: "no-returns", header: "Returns", cells: [], empty: "No returns yet.")),
                ]),
            ComponentSamples(
                "CellGroups",
                [
                    .init(
                        "Default",
                        CellGroups([
                            CellGroup(
                                id: "first", header: "London",
                                cells: [.detail(DetailCell(id: "open", title: "Open", value: .text("Until 18:00")))]),
                            CellGroup(
                                id: "second", header: "Oxford",
                                cells: [
                                    .detail(DetailCell(id: "closed", title: "Closed", value: .text("Until Monday")))
                                ]),
                        ]))
                ]),
            ComponentSamples(
                "DetailCell",
                [
                    .init(
                        "Kinds of values",
                        CellGroup(
                            id: "details",
                            cells: [
                                .detail(
                                    DetailCell(id: "book", title: "Book", subtitle: "Two copies", value: .text("Emma"))),
                                .detail(DetailCell(id: "ordered", title: "Ordered", value: .ago(ordered, now: now))),
                                .detail(DetailCell(id: "due", title: "Due", value: .time(now))),
                                .detail(
                                    DetailCell(id: "delivery", title: "Delivery", value: .duration(.seconds(5400)))),
                                .detail(
                                    DetailCell(
                                        id: "state", title: "State", value: .badge(Badge("Paid", kind: .success)))),
                            ])),
                    .init(
                        "Long texts",
                        CellGroup(
                            id: "long-details",
                            cells: [
                                .detail(
                                    DetailCell(
                                        id: "address", title: "The address that the order is sent to",
                                        value: .text("Ockham Park, near the church, Surrey, United Kingdom"))),
                                .detail(
                                    DetailCell(
                                        id: "reference", title: "Reference",
                                        value: .text("6f1b0c1e-9b1d-4c38-a7b1-2f0d5e0a8d17-6f1b0c1e-9b1d-4c38"))),
                            ])),
                ]),
            ComponentSamples(
                "LinkCell",
                [
                    .init(
                        "Default",
                        CellGroup(
                            id: "links",
                            cells: [
                                .link(
                                    LinkCell(
                                        id: "books", title: "Books", subtitle: "All branches", value: "1,204",
                                        path: path)),
                                .link(LinkCell(id: "delete", title: "Delete order", path: path, isDestructive: true)),
                            ])),
                    .init(
                        "Hover", shown: .hover,
                        CellGroup(
                            id: "hover-links", cells: [.link(LinkCell(id: "hover-books", title: "Books", path: path))])),
                    .init(
                        "Pressed", shown: .active,
                        CellGroup(
                            id: "pressed-links",
                            cells: [.link(LinkCell(id: "pressed-books", title: "Books", path: path))])),
                    .init(
                        "Focus", shown: .focus,
                        CellGroup(
                            id: "focused-links",
                            cells: [.link(LinkCell(id: "focused-books", title: "Books", path: path))])),
                ]),
            ComponentSamples(
                "ToggleCell",
                [
                    .init(
                        "On and off",
                        CellGroup(
                            id: "toggles",
                            cells: [
                                .toggle(
                                    ToggleCell(
                                        id: "gift", title: "Wrap as a gift", isOn: true, action: path, account: account)
                                ),
                                .toggle(
                                    ToggleCell(
                                        id: "express", title: "Express delivery", isOn: false, action: path,
                                        account: account)),
                            ])),
                    .init(
                        "Focus", shown: .focus,
                        CellGroup(
                            id: "focused-toggles",
                            cells: [
                                .toggle(
                                    ToggleCell(
                                        id: "focused-gift", title: "Wrap as a gift", isOn: true, action: path,
                                        account: account))
                            ])),
                ]),
            ComponentSamples(
                "ActionCell",
                [
                    .init(
                        "Default and destructive",
                        CellGroup(
                            id: "actions",
                            cells: [
                                .action(
                                    ActionCell(
                                        id: "send", title: "Send now", action: path, fields: [("account", account)])),
                                .action(
                                    ActionCell(
                                        id: "cancel", title: "Cancel order", action: path,
                                        fields: [("account", account)],
                                        isDestructive: true)),
                            ]))
                ]),
            ComponentSamples(
                "DescriptionList",
                [
                    .init(
                        "Default",
                        DescriptionList(
                            id: "facts", header: "Facts",
                            items: [
                                .init(name: "Customer", value: .text("Ada Lovelace")),
                                .init(name: "Ordered", value: .ago(ordered, now: now)),
                                .init(name: "State", value: .badge(Badge("Paid", kind: .success))),
                            ]))
                ]),
        ]
    }
}
