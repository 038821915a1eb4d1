import Foundation
import PackagePlugin

/// Compiles the templates and the string catalogue of a target, and embeds its public files into the program.
///
/// Templates are the `.html` files in the target's folder `Templates`; each belongs to the struct of the same name. The
/// catalogue is `Localizable.xcstrings` in the folder of the target, or of a target of the same package that it depends
/// on. Public files are the files in the target's folder `Public`; they become `PublicFile.embedded`. If the package
/// has a program `Scripts/bundle`, the bundles that it makes of them are included too, in `dist`.
///
/// Both folders may be symbolic links, and hidden files in them are left out. `Package.swift` must exclude the folders
/// and the catalogue from the target.
@main
struct PorticoPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let build = Build(
            compiler: try context.tool(named: "PorticoCompiler").url, output: context.pluginWorkDirectoryURL)
        let catalogue = target.directoryURL.appending(path: "Localizable.xcstrings")
        let hasOwnStrings = FileManager.default.fileExists(atPath: catalogue.path)
        let publicFolder = try Folder("Public", of: target)

        // An application's templates use Portico's components.
        let module = target.dependsOn("Portico") ? ["--import", "Portico"] : []
        let moduleOfTexts = target.dependsOn("PorticoConfig") ? ["--import", "PorticoConfig"] : module
        let options =
            (hasOwnStrings || target.dependsOnCatalogue ? ["--strings"] : []) + module
            + (publicFolder.map { ["--public"] + $0.files } ?? [])
        let templates = try Folder("Templates", of: target)?.templates() ?? []
        let bundler = context.package.directoryURL.appending(path: "Scripts/bundle")
        let commands =
            templates.map { build.template($0, options: options) }
            + (hasOwnStrings ? [build.strings(catalogue, options: moduleOfTexts)] : [])
            + (publicFolder.map { [build.publicFiles(of: target, $0, bundler: bundler)] } ?? [])
        if commands.isEmpty { Diagnostics.warning("\(target.name) has no Templates, Public or Localizable.xcstrings") }
        return commands
    }
}

/// The commands of a build.
private struct Build {
    let compiler: URL
    let output: URL

    func template(_ file: URL, options: [String]) -> Command {
        let name = file.deletingPathExtension().lastPathComponent
        return command("template", input: file, output: "\(name)+Template.swift", options: options)
    }

    func strings(_ catalogue: URL, options: [String]) -> Command {
        command("strings", input: catalogue, output: "Strings.swift", options: options)
    }

    private func command(_ kind: String, input: URL, output name: String, options: [String] = []) -> Command {
        let file = output.appending(path: name)
        return .buildCommand(
            displayName: "Compiling \(input.lastPathComponent)", executable: compiler,
            arguments: [kind, input.path, file.path] + options, inputFiles: [input], outputFiles: [file])
    }

    func publicFiles(of target: any Target, _ folder: Folder, bundler: URL) -> Command {
        let isBundled = FileManager.default.fileExists(atPath: bundler.path)
        let names = folder.files.filter { !(isBundled && $0.utf8.starts(with: "dist/".utf8)) }
        let file = output.appending(path: "PublicFiles.swift")
        return .buildCommand(
            displayName: "Embedding the public files of \(target.name)", executable: compiler,
            arguments: ["files", folder.url.path, file.path] + (isBundled ? ["--bundles", bundler.path] : []) + names,
            inputFiles: names.map { folder.url.appending(path: $0) } + (isBundled ? [bundler] : []),
            outputFiles: [file])
    }
}

extension Target {
    /// Whether it depends on a target of the package that has a string catalogue.
    fileprivate var dependsOnCatalogue: Bool {
        dependencies.contains { dependency in
            guard case .target(let target) = dependency else { return false }
            return FileManager.default.fileExists(
                atPath: target.directoryURL.appending(path: "Localizable.xcstrings").path)
        }
    }

    /// Whether it depends on a product or target. The product `Portico` exports all modules of an application.
    fileprivate func dependsOn(_ name: String) -> Bool {
        dependencies.contains { dependency in
            switch dependency {
            case .product(let product): product.name == name
            case .target(let target): target.name == name
            @unknown default: false
            }
        }
    }
}
