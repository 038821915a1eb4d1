import Foundation
import PackagePlugin

/// The template files of a target.
struct Templates {
    /// Sorted by path.
    let files: [URL]

    init(of target: any Target, in package: Package) throws {
        let own = target.directoryURL.appending(path: "Templates")
        let shared = package.directoryURL.appending(path: "Templates")
        if FileManager.default.fileExists(atPath: own.path) {
            self.files = try Self.htmlFiles(in: own.resolvingSymlinksInPath())
        } else if FileManager.default.fileExists(atPath: shared.path) {
            Diagnostics.warning(
                "the build does not notice new or removed templates outside a target's folder: "
                    + "make \(own.path) a symbolic link to \(shared.path), and exclude it in Package.swift")
            self.files = try Self.htmlFiles(in: shared)
        } else {
            self.files = []
        }
        try Self.checkNames(files)
    }

    private static func htmlFiles(in folder: URL) throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".html") && !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
            .sorted()
            .map { folder.appending(path: $0) }
    }

    private static func checkNames(_ files: [URL]) throws {
        let groups = Dictionary(grouping: files) { $0.deletingPathExtension().lastPathComponent }
        guard let (name, same) = groups.filter({ $1.count > 1 }).min(by: { $0.key < $1.key }) else { return }
        let paths = same.map(\.path).joined(separator: " and ")
        throw SameName(description: "two templates belong to struct \(name), rename one: \(paths)")
    }

    private struct SameName: Error, CustomStringConvertible {
        let description: String
    }
}
