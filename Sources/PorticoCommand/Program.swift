import Foundation

/// The running program.
enum Program {
    /// The name of the executable file, for sentences and examples.
    static let name = URL(filePath: CommandLine.arguments.first ?? "portico").lastPathComponent
}
