import ArgumentParser
import Foundation
import PorticoAuth
import PorticoConfig
import PorticoServer

extension Workplaces {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put the workplaces of a file in the place of all that a server has.",
            discussion: """
                The file is JSON in UTF-8: {"factories": [{"code", "name", "workshops": [{"code", "name", \
                "productionLines": [{"code", "name"}]}], "storehouses": [{"code", "name"}]}]}. Lists may be left out. A \
                code is unique among all of its kind. Where anything is wrong, nothing is changed.
                """)

        @Argument(help: "The file; - for standard input.", completion: .file(extensions: ["json"]))
        var file: String
        @OptionGroup var options: WorkplaceOptions

        func run() async throws {
            let server = try await options.localServer()
            let directory: WorkplaceDirectory
            do {
                directory = try WorkplaceDirectory(verifying: try InputFile(path: file).contents())
            } catch let problem as WorkplaceProblem {
                if options.output.json {
                    try options.output.print(WorkplaceImportValue(refused: problem, on: server), "")
                }
                throw problem
            }
            let settings = try await options.folder.options()
            try await WorkplaceService.open(options: settings, createsMissing: true).replace(directory, on: server)
            try await AuthServices.open(options: settings).store.add(
                SecurityEvent(
                    .settingChanged, account: nil, client: .commandLine, time: Date(), detail: "workplaces"))
            let value = WorkplaceImportValue(directory, on: server)
            try options.output.print(value, value.text)
        }
    }
}

extension WorkplaceProblem: CLIError {
    var message: String { description }
}
