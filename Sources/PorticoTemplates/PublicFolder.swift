import Foundation
import PackagePlugin

/// The folder `Public` of a target.
enum PublicFolder {
    /// The names of its files, as paths in it, without hidden ones; empty if there is no such folder.
    static func names(in target: any Target) throws -> [String] {
        let folder = target.directoryURL.appending(path: "Public").resolvingSymlinksInPath()
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { name in
                !name.split(separator: "/").contains { $0.hasPrefix(".") } && isFile(folder.appending(path: name))
            }
            .sorted()
    }

    private static func isFile(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
    }
}
