import Portico

struct Book: Sendable {
    let number: Int
    var title: String
    var stock: Int
    var version = 1
    var path: SitePath { "/books/\(number)" }
    var fields: [String: String] { ["title": title, "stock": "\(stock)"] }
}

/// The books of the shop, in memory.
actor Books {
    struct ChangedMeanwhile: Error { let saved: Book }

    private(set) var all = [Book(number: 1, title: "Emma", stock: 12), Book(number: 2, title: "Middlemarch", stock: 3)]

    func book(_ number: Int) throws -> Book {
        guard let book = all.first(where: { $0.number == number }) else { throw HTTPError(.notFound) }
        return book
    }

    /// Replaces the book of the same number, if it still has the version that was edited.
    func save(_ book: Book) throws {
        for index in all.indices where all[index].number == book.number {
            guard all[index].version == book.version else { throw ChangedMeanwhile(saved: all[index]) }
            all[index] = book
            all[index].version += 1
        }
    }
}
