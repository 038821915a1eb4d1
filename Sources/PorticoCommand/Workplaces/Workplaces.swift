import ArgumentParser
import Foundation
import PorticoAuth
import PorticoConfig
import PorticoServer

/// The commands for workplaces. A running server notices changes within a second.
struct Workplaces: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Import and list factories, workshops, production lines and storehouses.",
        subcommands: [Import.self, List.self])
}

/// Options of all commands for the workplaces of a server.
struct WorkplaceOptions: ParsableArguments {
    @Option(help: "The server whose people choose from them.")
    var server = ServerID.local.rawValue
    @OptionGroup var output: OutputOptions
    @OptionGroup var folder: FolderOptions

    /// The server, if it is listed.
    ///
    /// - Throws: ``CommandFailure``
    func listedServer() async throws -> ServerID {
        let servers = try await folder.options().app.servers
        guard let id = ServerID(server), servers.contains(where: { $0.id == id }) else {
            throw CommandFailure("there is no server “\(server)” in servers.list")
        }
        return id
    }

    /// The server, if it is listed and no gateway provides its workplaces.
    ///
    /// - Throws: ``CommandFailure``
    func localServer() async throws -> ServerID {
        let id = try await listedServer()
        if case .gateway? = try await folder.options().app.server(id)?.kind {
            throw CommandFailure("\(id) is a gateway: its workplaces are fetched from there")
        }
        return id
    }
}

extension Workplaces {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the workplaces of a server.",
            discussion: """
                Columns: kind, code, name, code of what it is part of. On a terminal they are aligned, else tabs.
                """)

        @OptionGroup var options: WorkplaceOptions

        func run() async throws {
            let server = try await options.listedServer()
            let workplaces = try await WorkplaceService.open(options: options.folder.options())
            var values: [WorkplaceValue] = []
            for kind in Workplace.Kind.allCases {
                values += try await workplaces.workplaces(WorkplaceQuery(kind, on: server)).map(WorkplaceValue.init)
            }
            try options.output.print(values, WorkplaceValue.columns, \.cells)
        }
    }
}
