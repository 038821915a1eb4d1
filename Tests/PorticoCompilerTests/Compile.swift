@testable import PorticoCompiler

/// The Swift code of a template, without the frame of every template.
func compile(_ template: String, hasStrings: Bool = false) throws -> String {
    var compiler = TemplateCompiler(SourceText(file: "Page.html", text: template), name: "Page", hasStrings: hasStrings)
    return try compiler.compile()
}

/// The messages for the author of a template, as "LINE:COLUMN: message".
func problems(in template: String) -> [String] {
    do {
        _ = try compile(template)
        return []
    } catch let failure as CompilationFailure {
        return failure.diagnostics.map { "\($0.location.line):\($0.location.column): \($0.message)" }
    } catch {
        return ["\(error)"]
    }
}

/// The lines of generated Swift, without directives.
func statements(of template: String, hasStrings: Bool = false) throws -> [String] {
    let lines = try compile(template, hasStrings: hasStrings).split(separator: "\n")
    let start = lines.firstIndex { $0.contains("func render") } ?? 0
    return lines[(start + 1)...].dropLast(2)
        .filter { !$0.hasPrefix("#sourceLocation") }
        .map { $0.drop { $0 == " " } }
        .map(String.init)
}
