import Foundation
import PackagePlugin

/// A folder of a target with its files.
struct Folder {
    let url: URL
    /// Paths in the folder, sorted, without hidden files.
    let files: [String]

    /// - Returns: nil if the target has no such folder
    init?(_ name: String, of target: any Target) throws {
        let url = target.directoryURL.appending(path: name).resolvingSymlinksInPath()
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        self.url = url
        self.files = try FileManager.default.subpathsOfDirectory(atPath: url.path)
            .filter { path in
                let names = path.utf8.split(separator: UInt8(ascii: "/"))
                return !names.contains { $0.first == UInt8(ascii: ".") } && Self.isFile(url.appending(path: path))
            }
            .sorted()
    }

    private static func isFile(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
    }

    /// The templates among the files.
    ///
    /// - Throws: ``SameName`` if two would belong to one struct
    func templates() throws -> [URL] {
        let templates = files.filter { $0.utf8.suffix(5).elementsEqual(".html".utf8) }.map { url.appending(path: $0) }
        let groups = Dictionary(grouping: templates) { $0.deletingPathExtension().lastPathComponent }
        guard let (name, same) = groups.filter({ $1.count > 1 }).min(by: { $0.key < $1.key }) else { return templates }
        let paths = same.map(\.path).joined(separator: " and ")
        throw SameName(description: "two templates belong to struct \(name), rename one: \(paths)")
    }

    private struct SameName: Error, CustomStringConvertible {
        let description: String
    }
}
