import Foundation

/// The running program.
enum Program {
    /// The name of the executable file, for sentences and examples.
    static let name = URL(filePath: CommandLine.arguments.first ?? "portico").lastPathComponent

    /// The file of options that an installed program reads by default: `/etc/portico/portico.json` for `/usr/bin/portico`.
    ///
    /// - Returns: nil without such a file, and for a program in another folder, such as one of a build.
    static func configurationFile(
        of executable: String? = Bundle.main.executablePath,
        exists: (String) -> Bool = FileManager.default.fileExists(atPath:)
    ) -> String? {
        guard let executable = executable.map({ URL(filePath: $0) }),
            ["/usr/bin", "/usr/local/bin"].contains(executable.deletingLastPathComponent().path)
        else { return nil }
        let name = executable.lastPathComponent
        let path = "/etc/\(name)/\(name).json"
        return exists(path) ? path : nil
    }
}
