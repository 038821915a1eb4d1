import Foundation
import PackagePlugin

/// Compiles the templates and the string catalogue of a target.
///
/// Templates are the `.html` files in the target's `Templates` folder, which may be a symbolic link; without that
/// folder, those in the package's `Templates` folder. Each template belongs to the struct of the same name. The
/// catalogue is `Localizable.xcstrings` in the folder of the target, or of one of the package that it depends on.
/// `Package.swift` must exclude both from the target.
@main
struct PorticoTemplates: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let compiler = try context.tool(named: "TemplateCompiler").url
        let output = context.pluginWorkDirectoryURL
        let catalogue = target.directoryURL.appending(path: "Localizable.xcstrings")
        let hasOwnStrings = FileManager.default.fileExists(atPath: catalogue.path)
        let hasStrings = hasOwnStrings || target.dependsOnCatalogue
        let templates = try Templates(of: target, in: context.package)
        let publicFiles = try PublicFolder.names(in: target)

        // An application's templates use Portico's components.
        let modules = target.dependsOnPortico ? ["--import", "Portico"] : []

        var commands = templates.files.map { template in
            let name = template.deletingPathExtension().lastPathComponent
            return command(
                "template", compiler, input: template, output: output.appending(path: "\(name)+Template.swift"),
                options: (hasStrings ? ["--strings"] : []) + modules
                    + (publicFiles.isEmpty ? [] : ["--public"] + publicFiles))
        }
        if hasOwnStrings {
            commands.append(
                command("strings", compiler, input: catalogue, output: output.appending(path: "Strings.swift")))
        }
        return commands
    }

    private func command(_ kind: String, _ compiler: URL, input: URL, output: URL, options: [String] = []) -> Command {
        .buildCommand(
            displayName: "Compiling \(input.lastPathComponent)", executable: compiler,
            arguments: [kind, input.path, output.path] + options, inputFiles: [input], outputFiles: [output])
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

    /// Whether it depends on the product `Portico`, which exports all modules of an application.
    fileprivate var dependsOnPortico: Bool {
        dependencies.contains { dependency in
            guard case .product(let product) = dependency else { return false }
            return product.name == "Portico"
        }
    }
}
