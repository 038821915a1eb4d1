import PorticoHTML

extension ComponentsPage {
    /// Bars, tabs and the parts of long lists.
    var navigationSamples: [ComponentSamples] {
        [
            ComponentSamples(
                "BarItem",
                [
                    .init("Back", BarItem.back(title: "Orders", path)),
                    .init("Close", BarItem.close),
                    .init("Done", BarItem.done),
                    .init("Dismiss", BarItem.dismiss),
                    .init("Cancel of a form", BarItem.cancel(form: "sample-form", leave: path)),
                    .init("Save of a form", BarItem.save(form: "sample-form")),
                    .init("Add", BarItem.add(title: "Add an order", path)),
                    .init("Logo", BarItem.mark(name: "Portico")),
                    .init("Focus", shown: .focus, BarItem.close),
                ]),
            ComponentSamples(
                "BarLink",
                [
                    .init("Default", BarLink(id: "bar-help", title: "Help", path: path)),
                    .init("Back", BarLink(id: "bar-orders", title: "Orders", path: path, isBack: true)),
                ]),
            ComponentSamples(
                "SectionNavigation",
                [
                    .init(
                        "Default, in a wide window",
                        SectionNavigation(
                            title: "Shop", path: path,
                            links: [
                                SectionNavigation.Link(id: "shop-orders", title: "Orders", path: path),
                                SectionNavigation.Link(id: "shop-about", title: "About", path: .about),
                            ],
                            current: path))
                ]),
            ComponentSamples(
                "Tabs",
                [
                    .init(
                        "Default",
                        Tabs(
                            id: "states", label: "Orders by state",
                            tabs: [
                                Tabs.Tab(title: "Open", count: 12, path: path, isCurrent: true),
                                Tabs.Tab(title: "Paid", count: 1204, path: path),
                                Tabs.Tab(title: "Cancelled", path: path),
                            ])),
                    .init(
                        "Hover", shown: .hover,
                        Tabs(id: "hover-tabs", label: "Hover", tabs: [Tabs.Tab(title: "Paid", path: path)])),
                    .init(
                        "Focus", shown: .focus,
                        Tabs(id: "focused-tabs", label: "Focus", tabs: [Tabs.Tab(title: "Paid", path: path)])),
                ]),
            ComponentSamples(
                "Pagination",
                [
                    .init(
                        "Default",
                        Pagination(
                            id: "pages", label: "Pages of orders", shown: 51...100, total: 1004, previous: path,
                            next: path)),
                    .init(
                        "First part, unknown total",
                        Pagination(id: "first-pages", label: "First pages", shown: 1...50, next: path)),
                    .init(
                        "Last part",
                        Pagination(
                            id: "last-pages", label: "Last pages", shown: 1001...1004, total: 1004, previous: path)),
                ]),
            ComponentSamples(
                "Bar",
                [
                    .init(
                        "Of a presented page",
                        Bar(title: "Order 12", leading: .back(title: "Orders", path), trailing: .close)),
                    .init("Without a title", Bar(leading: .close)),
                    .init(
                        "Long title",
                        Bar(title: "An order with a long name", leading: .dismiss, trailing: .save(form: "sample-form"))
                    ),
                ]),
        ]
    }
}
