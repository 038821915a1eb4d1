import ArgumentParser
import Foundation
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoServer

extension Config {
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print what a person has set, as a file that config import takes.")

        @Option(help: "Whose it is: ada, or works:ada of the server works.")
        var user: String
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let account = try await folder.accounts().directory.account(named: user)
            let document = try await folder.configuration().document(of: account.id)
            Terminal.print(String(decoding: try document.json(), as: UTF8.self))
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Store what a file of config export holds for a person: all of it, or nothing.",
            discussion: "What is not in the file stays as it is. Names that are not known here are passed over.")

        @Argument(help: "The file; - for standard input.", completion: .file(extensions: ["json"]))
        var file: String
        @Option(help: "Whose it is to be: ada, or works:ada of the server works.")
        var user: String
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let account = try await folder.accounts().directory.account(named: user)
            let document = try ConfigDocument(verifying: try InputFile(path: file).contents())
            try await folder.configuration().set(document, of: account.id)
            try await folder.accounts().store.add(
                SecurityEvent(
                    .settingChanged, account: account.id, client: .commandLine, time: Date(), detail: "import"))
            let names = document.values.keys.sorted()
            let done = "set \(names.joined(separator: ", ")) of \(user)"
            let others = document.unknown.map(\.printable).joined(separator: ", ")
            try output.print(
                ImportedConfig(imported: names, unknown: document.unknown),
                others.isEmpty ? done : "\(done); not known here: \(others)")
        }
    }
}

/// The output of `config import`.
private struct ImportedConfig: Encodable {
    let imported: [String]
    let unknown: [String]
}

extension ConfigDocument.Problem: CLIError {
    var message: String {
        switch self {
        case .unreadable: "this is no file of config export"
        case .newer: "a newer version wrote this file"
        case .invalid(let key): "\(key) cannot have the value in the file"
        }
    }
}
