import Portico

/// The home: the books, and the actions on all of them.
struct BooksPage: Sendable {
    let books: [Book]
    let showsScarce: Bool
    let account: AccountID

    func groups(_ t: Strings) -> [CellGroup] {
        let key = Bookshop.showsScarce.name
        let cells = books.filter { !showsScarce || $0.stock < 5 }.map { book in
            let (id, stock) = ("book-\(book.number)", t.copies(book.stock))
            return LinkCell(
                id: id, title: book.title, value: stock, path: book.path, opening: .presents(as: .formSheet))
        }
        let scarce = ToggleCell(
            id: "scarce", title: t.onlyScarce, isOn: showsScarce, action: "/scarce", account: "\(account)")
        return [
            CellGroup(id: "books", header: t.books, cells: cells.map(Cell.link), config: "books \(key)"),
            CellGroup(id: "filter", cells: [.toggle(scarce)], config: key),
        ]
    }
}

/// The editor of a book, a sheet over the home.
struct BookPage: Presentable, Sendable {
    let book: Book
    let input: FormInput
    var conflict: Conflict?
    let presentation = Presentation(style: .formSheet)
    let presenter: SitePath = "/"

    func title(in language: String) -> String { book.title }
}

struct BookForm: ValidatedForm {
    let title: String
    let stock: Int
    let version: Int
    func validate(_ input: inout FormInput) {
        if stock < 0 { input.refuse("stock", .stockNegative) }
    }
}

extension Bookshop {
    func save(
        _ request: Request, _ context: SignedInContext, _ pages: Pages, _ live: LiveEvents
    ) async throws -> Response {
        var book = try await books.book(context.parameter("number"))
        do {
            let form = try await context.form(BookForm.self)
            (book.title, book.stock, book.version) = (form.title, form.stock, form.version)
            try await books.save(book)
        } catch let refusal as FormRefusal {
            let page = BookPage(book: book, input: refusal.input)
            return try await pages.response(page, to: request, context, status: .unprocessableContent)
        } catch let change as Books.ChangedMeanwhile {
            let conflict = Conflict.changed(from: book.fields, to: change.saved.fields)
            let page = BookPage(book: change.saved, input: FormInput(values: book.fields), conflict: conflict)
            return try await pages.response(page, to: request, context, status: .conflict)
        }
        live.changed("books", for: .everyone)
        context.toast(Toast(.saved(book.title)))
        return .dismissed(to: "/", for: request)
    }
}
