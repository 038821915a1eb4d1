import Foundation
import PorticoBytes
import PorticoServer

/// The package that the running program was built from.
struct DevelopmentPackage: Sendable {
    /// The state of files: their names, sizes and times of change.
    typealias State = [String: FileState]

    struct FileState: Hashable, Sendable {
        let size: UInt64
        let changed: Date
    }

    /// The executable file.
    let program: URL
    private let folder: URL
    /// The folder of public files that the server reads when it starts; nil if they are in the program.
    private let publicFolder: URL?

    /// - Throws: ``StartFailure`` if there is no package in the folder.
    init(folder: String, publicFolder: String?) throws {
        self.folder = URL(filePath: folder, directoryHint: .isDirectory).absoluteURL
        self.publicFolder = publicFolder.map { URL(filePath: $0, directoryHint: .isDirectory).absoluteURL }
        guard FileManager.default.fileExists(atPath: self.folder.appending(path: "Package.swift").path) else {
            throw StartFailure("there is no Package.swift in \(folder): use --package FOLDER")
        }
        guard let path = Bundle.main.executablePath else { throw StartFailure("the path of the program is not known") }
        program = URL(filePath: path).resolvingSymlinksInPath()
    }

    /// The files that the program is built from, without public files that the server reads itself.
    func sources() -> State {
        var found = state(of: ["Package.swift", "Sources", "Templates", "Public"].map { folder.appending(path: $0) })
        if let publicFolder { found = found.filter { !$0.key.begins(with: publicFolder.path) } }
        return found
    }

    /// The public files that the server reads when it starts.
    func publicFiles() -> State { state(of: [publicFolder].compactMap(\.self)) }

    private func state(of places: [URL]) -> State {
        var state: State = [:]
        for place in places {
            let names = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String } ?? []
            for file in [place.path] + names.map({ "\(place.path)/\($0)" }) {
                // The file may have been deleted in the meantime.
                guard let found = try? FileManager.default.attributesOfItem(atPath: file),
                    found[.type] as? FileAttributeType == .typeRegular,
                    let size = found[.size] as? UInt64, let changed = found[.modificationDate] as? Date
                else { continue }
                state[file] = FileState(size: size, changed: changed)
            }
        }
        return state
    }

    /// The arguments of `swift` that rebuild the program in its place: `SCRATCH/TRIPLE/CONFIGURATION/PROGRAM`.
    var buildArguments: [String] {
        let configuration = program.deletingLastPathComponent()
        let scratch = configuration.deletingLastPathComponent().deletingLastPathComponent()
        return [
            "build", "--package-path", folder.path, "--scratch-path", scratch.path,
            "--configuration", configuration.lastPathComponent, "--product", program.lastPathComponent,
        ]
    }
}
