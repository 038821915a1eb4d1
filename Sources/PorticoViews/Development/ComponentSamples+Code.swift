// Made by Scripts/component-samples.
// swift-format-ignore-file

extension ComponentSamples {
    /// The code of each sample, by the names of the component and of the state.
    static let code: [String: String] = [
        "Field, Default": #"""
            Field(id: "title", kind: .text, label: "Title", hint: "As on the cover of the book.")
            """#,
        "Field, Every kind and state": #"""
            /// The content of the fields.
            private var input: FormInput {
                FormInput(values: [
                    "arrival": "2026-12-05", "opens": "09:30", "lecture": "2026-12-05T18:00", "issue": "2026-11",
                    "cover-color": "#0a5bd6", "weight": "0.5", "copies": "2", "binding": "cloth", "shelf": "poetry",
                    "wrapped": "on", "blurb": "Handsome, clever, and rich.",
                ])
            }

            /// Text of one line.
            var lines: [Field] {
                [
                    Field(id: "book-title", kind: .text, label: "Title", input: input, hint: "As on the cover of the book."),
                    Field(id: "book-search", kind: .search, label: "Search", input: input, isRequired: false),
                    Field(id: "reader-name", kind: .name, label: "Name", input: input),
                    Field(id: "reader-email", kind: .email, label: "Email address", input: input),
                    Field(id: "reader-phone", kind: .telephone, label: "Telephone", input: input, isRequired: false),
                    Field(id: "reader-site", kind: .url, label: "Website", input: input, isRequired: false),
                    Field(
                        id: "postcode", kind: .text.withAutocomplete("postal-code").withInputMode("numeric"),
                        label: "Postcode", input: input),
                    Field(
                        id: "isbn", kind: .text(matching: "97[89][0-9]{10}", otherwise: "Enter the 13 digits of the ISBN."),
                        label: "ISBN", input: input),
                    Field(id: "old-password", kind: .currentPassword, label: "Current password", input: input),
                    Field(id: "new-password", kind: .newPassword, label: "New password", input: input),
                ]
            }

            /// Numbers, times and colours.
            var values: [Field] {
                [
                    Field(id: "copies", kind: .integer(in: 1...20), label: "Copies", input: input),
                    Field(id: "weight", kind: .number(in: 0...30, step: 0.1, unit: "kg"), label: "Weight", input: input),
                    Field(id: "arrival", kind: .date, label: "Arrival", input: input),
                    Field(id: "opens", kind: .time, label: "Opens at", input: input),
                    Field(id: "lecture", kind: .dateAndTime, label: "Lecture", input: input),
                    Field(id: "issue", kind: .month, label: "Issue", input: input),
                    Field(id: "cover-color", kind: .color(usual: "#ffcc00"), label: "Colour of the cover", input: input),
                ]
            }

            /// Text of several lines, choices and files.
            var choices: [Field] {
                [
                    Field(id: "blurb", kind: .multiline(rows: 3), label: "Blurb", input: input, limit: 200),
                    Field(
                        id: "shelf",
                        kind: .select(groups: [
                            Field.OptionGroup(title: "", options: [Field.Option(value: "", title: "None")]),
                            Field.OptionGroup(
                                title: "Literature",
                                options: [
                                    Field.Option(value: "novels", title: "Novels"),
                                    Field.Option(value: "poetry", title: "Poetry"),
                                ]),
                            Field.OptionGroup(
                                title: "Knowledge", options: [Field.Option(value: "history", title: "History")]),
                        ]),
                        label: "Shelf", input: input),
                    Field(
                        id: "binding",
                        kind: .radios([
                            Field.Option(value: "paper", title: "Paperback"), Field.Option(value: "cloth", title: "Cloth"),
                        ]),
                        label: "Binding", input: input),
                    Field(id: "wrapped", kind: .check, label: "Wrap as a gift", input: input, isRequired: false),
                    Field(
                        id: "cover-picture", kind: .file(accepting: "image/png"), label: "Picture of the cover", input: input,
                        hint: "A PNG."),
                ]
            }

            /// Refused fields, with the problem in the words of each kind.
            var refused: [Field] {
                var input = FormInput(values: ["no-copies": "200", "no-email": "ada@", "no-shelf": "", "no-color": "blue"])
                for field in ["no-title", "no-shelf", "no-terms"] { input.refuse(missing: field) }
                for field in ["no-copies", "no-email", "no-color", "no-day"] { input.refuse(invalid: field) }
                input.refuse("no-blurb", "A blurb has no addresses of websites.")
                return [
                    Field(id: "no-title", kind: .text, label: "Title", input: input),
                    Field(id: "no-copies", kind: .integer(in: 1...20), label: "Copies", input: input),
                    Field(id: "no-email", kind: .email, label: "Email address", input: input),
                    Field(id: "no-day", kind: .date, label: "Arrival", input: input),
                    Field(id: "no-color", kind: .color, label: "Colour of the cover", input: input),
                    Field(id: "no-blurb", kind: .multiline(rows: 3), label: "Blurb", input: input),
                    Field(
                        id: "no-shelf",
                        kind: .select([
                            Field.Option(value: "", title: "Choose a shelf"), Field.Option(value: "novels", title: "Novels"),
                        ]),
                        label: "Shelf", input: input),
                    Field(id: "no-terms", kind: .check, label: "I have read the terms", input: input),
                ].map { field in
                    var field = field
                    field.isAutofocused = false
                    return field
                }
            }

            /// Fields that cannot be changed.
            var disabled: [Field] {
                let input = FormInput(values: ["fixed-title": "Emma", "fixed-shelf": "novels", "fixed-terms": "on"])
                return [
                    Field(id: "fixed-title", kind: .text, label: "Title", input: input, isDisabled: true),
                    Field(
                        id: "fixed-shelf", kind: .select([Field.Option(value: "novels", title: "Novels")]), label: "Shelf",
                        input: input, isDisabled: true),
                    Field(id: "fixed-terms", kind: .check, label: "I have read the terms", input: input, isDisabled: true),
                ]
            }

            /// A field whose saved value somebody has changed meanwhile.
            var conflict: Field {
                Field(
                    id: "both-title", kind: .text, label: "Title", value: "Emma, a novel",
                    conflict: .changed(theirs: ["both-title": "Emma"]))
            }
            """#,
        "ChoiceGroup, Default": #"""
            ChoiceGroup(
                name: "branch", header: "Branch",
                choices: [
                    ChoiceGroup.Choice(value: "london", title: "London"),
                    ChoiceGroup.Choice(value: "oxford", title: "Oxford"),
                ],
                selection: "london")
            """#,
        "Form, Default": #"""
            <form class="fields" id="sample-form" method="post" action="{{ path }}" enctype="multipart/form-data">
            {{ HiddenFields([("account", account)]) }}
            {{ Field(id: "name", kind: .name, label: "Name") }}
            {{ Field(id: "wrap", kind: .check, label: "Wrap as a gift", isRequired: false) }}
            <button class="button" type="submit">Order</button>
            </form>
            """#,
        "Button, Default": #"""
            <button class="button" type="button">Order</button>
            """#,
        "Button, Disabled": #"""
            <button class="button" type="button" disabled>Order</button>
            """#,
        "Button, Plain": #"""
            <button class="button button-plain" type="button">Save as a draft</button>
            <a class="link" href="{{ path }}">Ask for help</a>
            """#,
        "Button, Long text": #"""
            <button class="button" type="button">Order two copies of this book for the branch that is nearest to you, wrapped as a gift</button>
            """#,
        "DataTable, With an order and a selection": #"""
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
                    actions: [DataTable.Selection.Action(id: "print-orders", title: "Print", path: path)]))
            """#,
        "DataTable, Empty": #"""
            DataTable(
                id: "no-bills", header: "Bills", label: "Bills", columns: [DataTable.Column("Customer")],
                rows: [], empty: "No bills yet.")
            """#,
        "MoreRows, Default": #"""
            MoreRows(list: "orders", previous: path, next: path)
            """#,
        "EmptyState, With the next step": #"""
            EmptyState(
                id: "no-orders", icon: .search, text: "No orders yet.",
                action: EmptyState.Action(title: "New order", path: path))
            """#,
        "EmptyState, Without a next step": #"""
            EmptyState(id: "no-mail", icon: .envelope, text: "No emails are waiting.")
            """#,
        "Banner, Default": #"""
            Banner(id: "stock-banner", text: "The stock is from last night.", config: "stock")
            """#,
        "PageMessage, Conflict": #"""
            PageMessage(.changed(theirs: [:]))
            """#,
        "Notice, Default": #"""
            <p class="notice">A notice says what people need to know before they go on.</p>
            <p class="message">A message says what went wrong.</p>
            <p class="hint">A hint explains what is beside it.</p>
            """#,
        "ActivityIndicator, Default": #"""
            ActivityIndicator()
            """#,
        "ProgressBar, Default": #"""
            ProgressBar(id: "import", label: "Importing books", value: 0.4, text: "400 of 1,000")
            """#,
        "ProgressBar, Unknown": #"""
            ProgressBar(id: "search", label: "Searching")
            """#,
        "ProgressBar, Done": #"""
            ProgressBar(id: "export", label: "Exporting", value: 1)
            """#,
        "BarItem, Back": #"""
            BarItem.back(title: "Orders", path)
            """#,
        "BarItem, Close": #"""
            BarItem.close
            """#,
        "BarItem, Done": #"""
            BarItem.done
            """#,
        "BarItem, Dismiss": #"""
            BarItem.dismiss
            """#,
        "BarItem, Cancel of a form": #"""
            BarItem.cancel(form: "sample-form", leave: path)
            """#,
        "BarItem, Save of a form": #"""
            BarItem.save(form: "sample-form")
            """#,
        "BarItem, Add": #"""
            BarItem.add(title: "Add an order", path)
            """#,
        "BarItem, Logo": #"""
            BarItem.mark(name: "Portico")
            """#,
        "BarLink, Default": #"""
            BarLink(id: "bar-help", title: "Help", path: path)
            """#,
        "BarLink, Back": #"""
            BarLink(id: "bar-orders", title: "Orders", path: path, isBack: true)
            """#,
        "SectionNavigation, Default, in a wide window": #"""
            SectionNavigation(
                title: "Shop", path: path,
                links: [
                    SectionNavigation.Link(id: "shop-orders", title: "Orders", path: path),
                    SectionNavigation.Link(id: "shop-about", title: "About", path: .about),
                ],
                current: path)
            """#,
        "Tabs, Default": #"""
            Tabs(
                id: "states", label: "Orders by state",
                tabs: [
                    Tabs.Tab(title: "Open", count: 12, path: path, isCurrent: true),
                    Tabs.Tab(title: "Paid", count: 1204, path: path),
                    Tabs.Tab(title: "Cancelled", path: path),
                ])
            """#,
        "Pagination, Default": #"""
            Pagination(
                id: "pages", label: "Pages of orders", shown: 51...100, total: 1004, previous: path,
                next: path)
            """#,
        "Pagination, First part, unknown total": #"""
            Pagination(id: "first-pages", label: "First pages", shown: 1...50, next: path)
            """#,
        "Pagination, Last part": #"""
            Pagination(
                id: "last-pages", label: "Last pages", shown: 1001...1004, total: 1004, previous: path)
            """#,
        "Bar, Of a presented page": #"""
            Bar(title: "Order 12", leading: .back(title: "Orders", path), trailing: .close)
            """#,
        "Bar, Without a title": #"""
            Bar(leading: .close)
            """#,
        "Bar, Long title": #"""
            Bar(title: "An order with a long name", leading: .dismiss, trailing: .save(form: "sample-form"))
            """#,
        "CellGroup, With header and footer": #"""
            CellGroup(
                id: "order", header: "Order 12", footer: "A footer explains the group above it.",
                cells: [
                    .detail(DetailCell(id: "customer", title: "Customer", value: .text("Ada Lovelace"))),
                    .link(LinkCell(id: "edit", title: "Edit order", path: path, opening: .presents)),
                ])
            """#,
        "CellGroup, Empty": #"""
            CellGroup(id: "no-returns", header: "Returns", cells: [], empty: "No returns yet.")
            """#,
        "CellGroups, Default": #"""
            CellGroups([
                CellGroup(
                    id: "first", header: "London",
                    cells: [.detail(DetailCell(id: "open", title: "Open", value: .text("Until 18:00")))]),
                CellGroup(
                    id: "second", header: "Oxford",
                    cells: [
                        .detail(DetailCell(id: "closed", title: "Closed", value: .text("Until Monday")))
                    ]),
            ])
            """#,
        "DetailCell, Kinds of values": #"""
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
                ])
            """#,
        "DetailCell, Long texts": #"""
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
                ])
            """#,
        "LinkCell, Default": #"""
            CellGroup(
                id: "links",
                cells: [
                    .link(
                        LinkCell(
                            id: "books", title: "Books", subtitle: "All branches", value: "1,204",
                            path: path)),
                    .link(LinkCell(id: "delete", title: "Delete order", path: path, isDestructive: true)),
                ])
            """#,
        "ToggleCell, On and off": #"""
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
                ])
            """#,
        "ActionCell, Default and destructive": #"""
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
                ])
            """#,
        "DescriptionList, Default": #"""
            DescriptionList(
                id: "facts", header: "Facts",
                items: [
                    .init(name: "Customer", value: .text("Ada Lovelace")),
                    .init(name: "Ordered", value: .ago(ordered, now: now)),
                    .init(name: "State", value: .badge(Badge("Paid", kind: .success))),
                ])
            """#,
        "CellText, With a second line": #"""
            CellText("Emma", "Two copies")
            """#,
        "TimeText, Default": #"""
            TimeText(now)
            """#,
        "TimeAgo, Default": #"""
            TimeAgo(now.addingTimeInterval(-2 * 3600), now: now)
            """#,
        "DurationText, Default": #"""
            DurationText(.seconds(5400))
            """#,
        "Badge, Neutral": #"""
            Badge("Draft")
            """#,
        "Badge, Info": #"""
            Badge("New", kind: .info)
            """#,
        "Badge, Success": #"""
            Badge("Paid", kind: .success)
            """#,
        "Badge, Warning": #"""
            Badge("Overdue", kind: .warning)
            """#,
        "Badge, Failure": #"""
            Badge("Refused", kind: .failure)
            """#,
        "Badge, Long text": #"""
            Badge("Waiting for the answer of the bank in another country", kind: .info)
            """#,
        "Avatar, Two words": #"""
            Avatar("Ada Lovelace")
            """#,
        "Avatar, Another script": #"""
            Avatar("王小明")
            """#,
        "Icon, Default": #"""
            Icon(.search)
            """#,
        "Icon, Another": #"""
            Icon(.warning)
            """#,
        "Mark, Default": #"""
            Mark()
            """#,
        "QRCode, Default": #"""
            QRCode("https://door.example/orders/12", label: "QR code of order 12")
            """#,
        "CardGroup, Default": #"""
            CardGroup(
                id: "today", header: "Today",
                cards: [
                    Card(
                        id: "open-orders", title: "Open orders", value: "12", text: "3 are late.",
                        path: path),
                    Card(id: "stock", title: "Stock", value: "1,204", text: "Books in all branches."),
                ])
            """#,
        "Card, With a state": #"""
            CardGroup(
                id: "state-cards",
                cards: [
                    Card(
                        id: "bill", title: "Bill 7", text: "Due on Friday.",
                        badge: Badge("Open", kind: .warning), path: path)
                ])
            """#,
        "Card, Long texts": #"""
            CardGroup(
                id: "long-cards",
                cards: [
                    Card(
                        id: "long-card", title: "Orders that wait for a delivery from a publisher",
                        value: "1,204,117",
                        text: "Most of them are for one reader, who reads faster than we can order.")
                ])
            """#,
    ]

    /// The design tokens in the style of each component.
    static let tokens: [String: [String]] = [
        "Field": ["--cell", "--label", "--label-2", "--danger", "--track", "--radius", "--text-note", "--control", "--target", "--pad"],
        "ChoiceGroup": ["--cell", "--label-2", "--separator", "--accent", "--pressed", "--radius", "--text-note", "--inset", "--row", "--hover"],
        "Form": ["--accent", "--on-accent", "--pressed", "--radius", "--control", "--pad"],
        "Button": ["--cell", "--separator", "--accent", "--on-accent", "--pressed", "--radius", "--control", "--target", "--pad"],
        "DataTable": ["--cell", "--label", "--label-2", "--separator", "--accent", "--danger", "--pressed", "--radius", "--text-note", "--text-label", "--inset", "--row", "--target", "--bar", "--hover"],
        "MoreRows": ["--cell", "--separator", "--accent", "--on-accent", "--pressed", "--radius", "--control", "--pad"],
        "EmptyState": ["--cell", "--separator", "--accent", "--on-accent", "--pressed", "--radius", "--inset", "--control", "--pad"],
        "Banner": ["--cell", "--separator", "--danger", "--radius"],
        "PageMessage": ["--cell", "--separator", "--danger", "--radius"],
        "Notice": ["--cell", "--label-2", "--separator", "--danger", "--radius", "--text-note", "--text-label"],
        "ProgressBar": ["--label-2"],
        "BarItem": ["--accent", "--radius", "--target", "--hover"],
        "BarLink": ["--accent", "--radius", "--target", "--hover"],
        "SectionNavigation": ["--pressed", "--radius", "--target", "--bar", "--hover"],
        "Tabs": ["--label", "--label-2", "--separator", "--accent", "--pressed", "--radius", "--target", "--hover"],
        "Pagination": ["--label-2", "--accent", "--radius", "--target", "--hover"],
        "Bar": ["--bg", "--cell", "--separator", "--accent", "--radius", "--margin", "--target", "--bar", "--quick", "--hover"],
        "CellGroup": ["--cell", "--label-2", "--separator", "--accent", "--pressed", "--radius", "--text-note", "--inset", "--row", "--hover"],
        "DetailCell": ["--label-2", "--separator", "--accent", "--pressed", "--radius", "--inset", "--row", "--hover"],
        "LinkCell": ["--label-2", "--separator", "--accent", "--danger", "--pressed", "--radius", "--inset", "--row", "--hover"],
        "ToggleCell": ["--label", "--separator", "--accent", "--on-accent", "--pressed", "--track", "--radius", "--inset", "--row", "--quick", "--hover"],
        "ActionCell": ["--separator", "--accent", "--danger", "--pressed", "--radius", "--inset", "--row", "--hover"],
        "DescriptionList": ["--cell", "--label-2", "--separator", "--accent", "--pressed", "--radius", "--text-note", "--inset", "--row", "--hover"],
        "CellText": ["--label-2", "--accent", "--text-note"],
        "Badge": ["--cell", "--label-2", "--separator", "--accent", "--danger", "--success", "--text-note", "--warning"],
        "CardGroup": ["--label-2", "--text-note", "--inset"],
        "Card": ["--cell", "--label-2", "--separator", "--accent", "--pressed", "--radius", "--leading-title", "--text-title", "--inset", "--hover"],
    ]
}
