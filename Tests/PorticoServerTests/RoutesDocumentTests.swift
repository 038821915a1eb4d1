import Foundation
import PorticoFeatures
import Testing

@testable import PorticoCommand
@testable import PorticoServer

@Suite("docs/routes.md")
struct RoutesDocumentTests {
    /// `make docs` writes the table.
    @Test("lists every path of a server with the default options")
    func table() async throws {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
        let path = root + "/docs/routes.md"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let head = "| path | methods | for |\n|---|---|---|\n"
        let start = try #require(text.range(of: head))
        let end = try #require(text[start.upperBound...].range(of: "\n\n")).lowerBound
        let routes = try await PorticoServer.routes(options: ServerOptions()) { _ in }
        let rows = RouteValue.values(routes)
            .map { "| `\($0.cells[0])` | \($0.cells[1]) | \($0.cells[2]) |" }.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["UPDATE_DOCS"] != nil {
            let updated = text[..<start.upperBound] + rows + text[end...]
            try updated.write(toFile: path, atomically: true, encoding: .utf8)
        } else {
            #expect(text[start.upperBound..<end] == rows)
        }
    }
}
