import Foundation
import PorticoConfig
import Testing

@testable import PorticoServer

@Suite("docs/configuration.md")
struct ConfigurationDocumentTests {
    private let text: String
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

    init() throws {
        text = try String(contentsOfFile: Self.root + "/docs/configuration.md", encoding: .utf8)
    }

    /// `make docs` writes the reference.
    @Test("has the reference of all options of the installation")
    func installation() throws {
        let head = "| key | environment | default | type and rule | kept | meaning |\n|---|---|---|---|---|---|\n"
        let start = try #require(text.range(of: head))
        let rest = text[start.upperBound...]
        let end = try #require(rest.range(of: "\n\n")).lowerBound
        let rows = ServerOptions().definitions.map { row($0) }.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["UPDATE_DOCS"] != nil {
            let updated = text[..<start.upperBound] + rows + text[end...]
            try updated.write(toFile: Self.root + "/docs/configuration.md", atomically: true, encoding: .utf8)
        } else {
            #expect(rest[..<end] == rows)
        }
    }

    private func row(_ definition: OptionDefinition) -> String {
        let option = InstallationOption(definition, in: ServerOptions())
        let usual = option.value.map { $0.isEmpty ? "" : "`\($0)`" } ?? ""
        return "| `\(option.key)` | `\(option.variable)` | \(usual) | \(definition.rule) | "
            + "\(option.canBeKept ? (option.needsRestart ? "restart" : "at once") : "") | \(definition.sentence) |"
    }

    @Test("lists every key of a person, with its default")
    func person() throws {
        let rows = try table(headed: "| key | default |")
        #expect(rows.map { $0[0] } == UserConfig.keys.map(\.name))
        #expect(rows.map { $0[1] } == UserConfig.keys.map(\.defaultJSON))
    }

    @Test("names the valid values of a person's keys")
    func choices() throws {
        let rules = try table(headed: "| key | default |").map { $0[2] }
        for (rule, choices) in zip(rules, UserConfig.keys.map(\.choices)) {
            guard let choices else { continue }
            #expect(rule == choices.map { "\"\($0)\"" }.joined(separator: ", "))
        }
    }

    @Test("shows compiled examples")
    func example() throws {
        let source = try String(
            contentsOfFile: Self.root + "/Tests/MountedPages/Sources/Terminal/Terminal.swift", encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("Another front end") })
        let blocks = section.matches(of: /```swift\n((?s).*?)```/).map { String($0.1) }
        #expect(blocks.count == 3)
        for block in blocks {
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(source.contains(lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")))
        }
    }

    /// The cells of a table below its head, without backquotes.
    private func table(headed head: String) throws -> [[String]] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix(head) })
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces) }
        }
    }
}
