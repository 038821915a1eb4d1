import ArgumentParser
import Foundation
import PorticoBytes

struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make an application that builds.",
        discussion: """
            Makes a folder of this name with a package: a page, a form, their templates, a test, a Makefile and a \
            Dockerfile. The package depends on a checkout of Portico, by its relative path.

            Examples:
              \(Program.name) new my-shop
              \(Program.name) new my-shop --portico ../portico
            """)

    @Argument(help: "The name of the application and of its folder, such as my-shop.")
    var name: String

    @Option(help: "Folder of the checkout of Portico (default: the one with this program).")
    var portico: String?

    func run() throws {
        let name = try ApplicationName(name)
        let folder = URL(filePath: name.text, directoryHint: .isDirectory).absoluteURL
        guard !FileManager.default.fileExists(atPath: folder.path) else {
            throw CommandFailure("\(name.text) is already there: choose another name")
        }
        let checkout = try Checkout(portico)
        try write(Starter(name: name, place: PackagePlace(of: folder, checkout: checkout.folder)).files, into: folder)
        Terminal.print(Self.nextSteps(name))
    }

    private func write(_ files: [(path: String, text: String)], into folder: URL) throws {
        do {
            for (path, text) in files {
                let file = folder.appending(path: path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file, options: .withoutOverwriting)
            }
        } catch {
            throw CommandFailure("\(name) cannot be written: \(error.localizedDescription)")
        }
    }

    private static func nextSteps(_ name: ApplicationName) -> String {
        """
        Made \(name.text). The first build compiles Portico and takes about ten minutes. Next:

          cd \(name.text)
          make dev     serves on http://127.0.0.1:8080, and rebuilds when a source changes
          make test    runs the tests
          make help    lists the other targets
        """
    }
}

/// A checkout of Portico, on which an application can depend.
struct Checkout {
    let folder: URL

    /// - Parameter path: nil for the checkout in which the running program was built.
    /// - Throws: ``CommandFailure``
    init(_ path: String?) throws {
        if let path {
            folder = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
            guard Self.isCheckout(folder) else { throw CommandFailure("\(path) is no checkout of Portico") }
            return
        }
        var place = (Bundle.main.executableURL ?? URL(filePath: "/")).resolvingSymlinksInPath()
        while place.path != "/" {
            place.deleteLastPathComponent()
            if Self.isCheckout(place) {
                folder = place
                return
            }
        }
        throw CommandFailure("this program is not in a checkout of Portico: use --portico FOLDER")
    }

    private static func isCheckout(_ folder: URL) -> Bool {
        ["Package.swift", "Sources/PorticoCommand"].allSatisfy {
            FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
        }
    }
}
