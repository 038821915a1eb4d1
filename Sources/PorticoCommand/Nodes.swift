import ArgumentParser
import Foundation
import PorticoServer

/// The command for the servers of an installation.
struct Nodes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the servers on a database of PostgreSQL.",
        discussion: "Columns: host and process, version, since, event streams, last seen, whether it leads.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var folder: FolderOptions

    func run() async throws {
        let nodes = try await folder.databaseOptions().nodes()
        try output.print(nodes.map(NodeValue.init), NodeValue.columns, \.cells)
    }
}
