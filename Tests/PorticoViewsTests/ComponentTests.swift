import Foundation
import PorticoConfig
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("E1 E2 Components")
struct ComponentTests {
    @Test func `rows are the only children of their list, so the last one has no divider`() {
        let markup = render(
            CellGroup(
                id: "g",
                cells: ["a", "b", "c"].map { .detail(DetailCell(id: $0, title: $0, value: .text($0))) }))
        #expect(count(of: #"<li class="cell""#, in: markup) == 3)
        let list = markup.split(separator: #"<ul class="cells" role="list">"#)[1].split(separator: "</ul>")[0]
        #expect(list.trimmingPrefix { $0.isWhitespace }.hasPrefix(#"<li class="cell" id="a">"#))
        #expect(list.contains(#"<li class="cell" id="c">"#))
        #expect(String(list.reversed().drop { $0.isWhitespace }.reversed()).hasSuffix("</li>"))
    }

    @Test func `a group without cells says that it is empty, or is hidden`() {
        let hidden = render(CellGroup(id: "g", header: "Orders", cells: []))
        #expect(hidden.contains(#"aria-labelledby="g-header" hidden>"#))
        let empty = render(CellGroup(id: "g", header: "Orders", cells: [], empty: "No orders <yet>."))
        #expect(empty.contains(#"aria-labelledby="g-header">"#) && empty.contains("No orders &lt;yet&gt;."))
        #expect(count(of: #"<li class="cell""#, in: empty) == 1)
        let filled = render(
            CellGroup(
                id: "g", cells: [.detail(DetailCell(id: "a", title: "a", value: .text("a")))], empty: "No orders."))
        #expect(!filled.contains("No orders."))
    }

    @Test func `a refused field gets the focus, also without script`() {
        var input = FormInput(values: ["a": "1", "b": "2"])
        input.refuse("b", "No.")
        let isFocused = ["a", "b"].map {
            render(Field(id: $0, kind: .text, label: $0, input: input)).contains(" autofocus")
        }
        #expect(isFocused == [false, true])
    }

    @Test func `fields of every kind and in every state`() throws {
        try Snapshot.expect(render(FieldSamples(path: "/orders", account: "local/ada")), named: "fields")
    }

    @Test func `a field says what it accepts in its own words`() {
        var input = FormInput(values: ["a": "x"])
        input.refuse(invalid: "a")
        let days = CalendarDate("2026-12-01")!...CalendarDate("2026-12-24")!
        let kinds: [(Field.Kind, String)] = [
            (.text, "Enter a valid value."), (.integer, "Enter a whole number."),
            (.number, "Enter a number."), (.integer(in: 1...2000), "Enter a value in this range: 1 – 2,000"),
            (.number(in: 0.5...1), "Enter a value in this range: 0.5 – 1"), (.date, "Enter a complete date."),
            (.date(in: days), "Enter a value in this range: 1 December 2026 – 24 December 2026"),
            (.text(matching: "[a-z]", otherwise: "Enter a letter."), "Enter a letter."),
        ]
        for (kind, sentence) in kinds {
            let field = Field(id: "a", kind: kind, label: "a", input: input)
            #expect(render(field).contains(#"id="a-problem">\#(sentence)</p>"#))
        }
        let long = Field(id: "a", kind: .text, label: "a", input: input, limit: 3)
        #expect(render(long).contains(#"id="a-problem">Enter at most 3 characters.</p>"#))
        let own = Field(id: "a", kind: .date, label: "a", input: input, invalid: "Choose a day in May.")
        #expect(render(own).contains(#"id="a-problem">Choose a day in May.</p>"#))
    }

    @Test func `dividers are drawn on all rows but the last`() throws {
        #expect(try PublicFiles.text("css/main.css").contains(".cell:not(:last-child):after"))
    }

    @Test(arguments: [true, false])
    func `a toggle sends its next state`(isOn: Bool) {
        let markup = render(
            ToggleCell(
                id: "wifi", title: "Wi-Fi", isOn: isOn, action: "/settings/wifi", account: "local:ada"))
        #expect(markup.contains(#"<form method="post" action="/settings/wifi" data-toggle>"#))
        #expect(markup.contains(#"<input type="hidden" name="account" value="local:ada">"#))
        #expect(markup.contains(#"role="switch" aria-checked="\#(isOn)" name="value" value="\#(isOn ? "off" : "on")""#))
    }

    @Test(arguments: [
        (0, "Less than a minute"), (59, "Less than a minute"), (60, "1 minute"), (7_199, "119 minutes"),
        (7_200, "2 hours"), (172_799, "47 hours"), (172_800, "2 days"), (864_000, "10 days"),
    ])
    func `a length of time is told in one unit, of which it has two or more`(seconds: Int, words: String) {
        #expect(ReaderFormat(Strings(language: "en")).duration(.seconds(seconds)) == words)
    }

    @Test(arguments: [
        ("en", "1,234,567", "28 November 2025"), ("zh-Hans", "1,234,567", "2025年11月28日"),
        ("id", "1.234.567", "28 November 2025"), ("ru", "1\u{A0}234\u{A0}567", "28 ноября 2025\u{202F}г."),
        ("ar", "1,234,567", "28 نوفمبر، 2025"),
    ])
    func `numbers and days are written as the language has them, and with the digits 0 to 9`(
        language: String, number: String, day: String
    ) {
        let locale = ReaderFormat.locale(of: language)
        #expect(1_234_567.formatted(.number.locale(locale)) == number)
        let style = Date.FormatStyle(date: .long, time: .omitted, locale: locale, timeZone: .gmt)
        #expect(Date(timeIntervalSince1970: 1_764_288_000).formatted(style) == day)
    }

    @Test func `names of accounts, addresses and passwords are written from left to right in every language`() {
        for kind in [Field.Kind.username, .email, .currentPassword, .newPassword, .telephone, .url] {
            let markup = render(Field(id: "field", kind: kind, label: "Field"), in: "ar")
            #expect(markup.contains(#" dir="ltr""#), "\(markup)")
        }
        #expect(render(Field(id: "field", kind: .name, label: "Field"), in: "ar").contains(#" dir="auto""#))
    }

    @Test func `the direction of a language in menus is that of its pages`() {
        for language in Language.all {
            #expect(HTMLWriter(language: language.tag).direction == (language.isRightToLeft ? "rtl" : "ltr"))
        }
    }

    @Test(arguments: [
        ("Ada Lovelace", "AL"), ("ada de la cruz", "AC"), ("grace", "G"), ("Łukasz Żak", "ŁŻ"), ("O’Neil (Kim)", "OK"),
        ("王小明", "王"), ("Wang 小明", "W"), ("محمد علي", "م"), ("3 Musketeers", "3"), ("  ", ""), ("🦊 🦊", ""),
        ("a\u{301}\u{302}\u{303}", "A"),
    ])
    func `an avatar shows initials, and one letter where letters have no case`(name: String, initials: String) {
        #expect(Avatar(name).initials == initials)
    }

    @Test func `an avatar is decoration, and its colour belongs to the name`() {
        let markup = render(Avatar("<&> Ada"))
        #expect(markup.contains(#"aria-hidden="true""#) && markup.contains(">A</text>"))
        #expect(markup == render(Avatar("<&> Ada")))
        let hues = Set(["Ada Lovelace", "Grace Hopper", "Mary Somerville", "Hedy Lamarr"].map { Avatar($0).hue })
        #expect(hues.count == 4 && hues.allSatisfy { (0..<360).contains($0) })
    }

    @Test(
        arguments: [
            ("name", "ascending", "/orders?page=2&amp;sort=-name"),
            ("-name", "descending", "/orders?page=2&amp;sort=name"),
            ("since", nil, "/orders?page=2&amp;sort=name"),
        ] as [(String, String?, String)])
    func `the header of a table says the order of its rows, and leads to others`(
        sort: String, direction: String?, next: String
    ) {
        let markup = render(
            table(sorting: .init(sort, at: SitePath("/orders").adding(query: [("page", "2")]))))
        let sorted = direction.map { #" aria-sort="\#($0)""# } ?? ""
        #expect(markup.contains(#"class="wide-only"\#(sorted)><a href="\#(next)">Customer</a></th>"#))
        #expect(markup.contains(#"class="compact-trailing trailing">Books</th>"#), "a column without an order")
        let chosen = render(table(sorting: .init(sort, at: "/orders", isChosen: true)))
        #expect(chosen.contains(" autofocus>Customer</a>") == (direction != nil), "the pressed header keeps the focus")
    }

    @Test func `a row of a table is named by its title, opens its page and can be selected`() {
        let markup = render(table(selects: true))
        #expect(
            markup.contains(
                #"<th role="rowheader" scope="row"><a class="row-link" id="order-1-link" href="/orders/1">"#))
        #expect(markup.contains(#"form="orders-selection" name="order" value="1" aria-label="Select &lt;Ada&gt;""#))
        #expect(markup.contains(#"formaction="/orders/send" data-portico-present="confirmationDialog">Send…</button>"#))
        #expect(count(of: #"name="order""#, in: markup) == 1, "a row without a value has no box")
        #expect(count(of: #"role="cell" class="compact-trailing trailing">"#, in: markup) == 2)
        #expect(!render(table()).contains("checkbox"))
    }

    @Test func `a table without rows says that it is empty, or is hidden`() {
        let empty = DataTable(id: "t", label: "Orders", columns: [DataTable.Column("Name")], rows: [])
        #expect(render(empty).contains(#"id="t-table" hidden>"#))
        var said = empty
        said.empty = "No orders <yet>."
        #expect(render(said).contains("No orders &lt;yet&gt;.") && !render(said).contains("<table"))
    }

    private func table(sorting: DataTable.Sorting? = nil, selects: Bool = false) -> DataTable {
        DataTable(
            id: "orders", label: "Orders",
            columns: [
                DataTable.Column("Customer", sort: "name"),
                DataTable.Column("Books", alignment: .trailing, compactPlace: .trailing),
            ],
            rows: [
                DataTable.Row(id: "order-1", title: "<Ada>", path: "/orders/1", cells: [.text("2")], value: "1"),
                DataTable.Row(id: "order-2", title: "Grace", cells: []),
            ],
            sorting: sorting,
            selection: selects
                ? .init(
                    name: "order",
                    actions: [
                        .init(id: "send", title: "Send…", path: "/orders/send", presentedAs: .confirmationDialog)
                    ]) : nil)
    }

    @Test func `the cover is named, covers everything and cannot be dismissed`() {
        let cover = render(Presented(LoginCover(appName: "Portico")))
        #expect(cover.contains(#"data-style="fullScreen" data-portico-modal-in-presentation closedby="none""#))
        #expect(cover.contains(#"aria-label="Please log in""#))
        #expect(!cover.contains("data-url"))
    }
}
