import Foundation

/// The build tool: `PorticoCompiler template INPUT OUTPUT [--strings] [--import MODULE] [--public NAME…]`,
/// `PorticoCompiler strings INPUT OUTPUT [--import MODULE]` and
/// `PorticoCompiler files FOLDER OUTPUT [--bundles PROGRAM] NAME…`.
@main
struct TemplateCompilerCommand {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let job = Job(arguments: Array(arguments)) else {
            stop(
                "usage: PorticoCompiler template INPUT OUTPUT [--strings] [--import MODULE] [--public NAME…], strings INPUT OUTPUT [--import MODULE] or files FOLDER OUTPUT [--bundles PROGRAM] NAME…"
            )
        }
        do {
            let result = try job.run()
            for warning in result.warnings { print(warning) }
            try job.write(result)
        } catch let failure as CompilationFailure {
            stop(failure.diagnostics.map(\.description).joined(separator: "\n"))
        } catch {
            stop("\(job.input): error: \(error.localizedDescription)")
        }
    }

    private static func stop(_ message: String) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(1)
    }
}
