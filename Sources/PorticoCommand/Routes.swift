import ArgumentParser
import PorticoServer

/// The command for the routes of an application.
struct Routes<App: PorticoApplication>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "routes",
            abstract: "List the paths of the server, with those of the application.",
            discussion: """
                Columns: path, methods, and the people who may use it: everyone, signed-in people, members of groups or \
                administrators; "proven" if it requires a recent authentication. Segments that begin with a colon stand for any text.

                The options decide which paths exist. The command creates the application, but does not start the server.
                """)
    }

    @OptionGroup var output: OutputOptions
    @OptionGroup var folder: FolderOptions

    func run() async throws {
        let options = try await folder.databaseOptions()
        let app = try await App()
        let routes = RouteValue.values(try await PorticoServer.routes(options: options, mount: app.addPages))
        try output.print(routes, RouteValue.columns, \.cells)
    }
}
