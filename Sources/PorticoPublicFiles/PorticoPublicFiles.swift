import Foundation
import PackagePlugin

/// Puts the public files of a target into the program, as `PublicFile.embedded`.
///
/// They are the files in the target's folder `Public`, which may be a symbolic link, without hidden ones. If the package has
/// a program `Scripts/bundle`, the bundles that it makes of them are there too, in `dist`. `Package.swift` must exclude the
/// folder from the target.
@main
struct PorticoPublicFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = target.directoryURL.appending(path: "Public").resolvingSymlinksInPath()
        guard FileManager.default.fileExists(atPath: folder.path) else {
            Diagnostics.warning("\(target.name) has no folder Public")
            return []
        }
        let script = context.package.directoryURL.appending(path: "Scripts/bundle")
        let isBundled = isFile(script)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { name in
                let folders = name.utf8.split(separator: UInt8(ascii: "/"))
                return !(isBundled && name.utf8.starts(with: "dist/".utf8))
                    && !folders.contains { $0.first == UInt8(ascii: ".") } && isFile(folder.appending(path: name))
            }
            .sorted()
        let output = context.pluginWorkDirectoryURL.appending(path: "PublicFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding the public files of \(target.name)",
                executable: try context.tool(named: "TemplateCompiler").url,
                arguments: ["files", folder.path, output.path] + (isBundled ? ["--bundles", script.path] : []) + names,
                inputFiles: names.map { folder.appending(path: $0) } + (isBundled ? [script] : []),
                outputFiles: [output])
        ]
    }

    private func isFile(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
    }
}
