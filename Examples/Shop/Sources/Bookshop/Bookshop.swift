import Portico

@main
struct Bookshop: PorticoApplication {
    let books = Books()
    static let showsScarce = SettingKey("bookshop.showsScarce", default: false)

    func addPages(to main: inout MainSection) {
        Strings.register()
        main.serve(.own, styleSheets: ["shop.css"])
        main.home(title: LocalizedText.home) { _, context in
            let showsScarce = try await context.config.value(of: Self.showsScarce)
            return BooksPage(books: await books.all, showsScarce: showsScarce, account: context.account.id)
        }
        main.page("/books/:number") { _, context in
            let book = try await books.book(context.parameter("number"))
            return BookPage(book: book, input: FormInput(values: book.fields))
        }
        main.routes { [live = main.live] routes, pages in
            routes.post("books/:number") { try await save($0, $1, pages, live) }
            routes.post("scarce") { request, context in
                let form = try await context.form(ScarceForm.self)
                try await context.config.set(Self.showsScarce, to: form.value)
                return .done("/", for: request)
            }
            routes.post("report") { request, context in
                try await context.progress(of: .countReport, request) { progress in
                    let all = await books.all
                    for (index, book) in all.enumerated() {
                        progress.report(Double(index) / Double(all.count), book.title)
                        try await Task.sleep(for: .seconds(1))
                    }
                    let lines = all.map { "\($0.number),\($0.stock)\n" }
                    return Download(fileName: "report.csv", type: "text/csv", bytes: lines.joined().utf8)
                }
            }
        }
    }
}
struct ScarceForm: Decodable, Sendable { let value: Bool }
