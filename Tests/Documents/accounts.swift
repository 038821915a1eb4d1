// Declarations that the examples of docs/accounts.md use and do not show.
import Portico

let salaries = Salaries()

struct Salaries: Sendable {
    func all() async throws -> [Int] { [] }
    func salary(_ number: Int) async throws -> Int { number }
    func pay() async throws {}
}

struct SalariesPage: RootPage {
    let salaries: [Int]

    func title(in language: String) -> String { "Salaries" }
    func back(in language: String) -> (title: String, path: SitePath)? { nil }
    func render(into html: inout HTMLWriter) {}
}

struct SalaryPage: Presentable {
    let salary: Int
    let presentation = Presentation(style: .pageSheet)
    let presenter: SitePath = "/salaries"

    func title(in language: String) -> String { "Salary" }
    func render(into html: inout HTMLWriter) {}
}
