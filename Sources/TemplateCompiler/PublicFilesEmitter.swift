import Foundation

/// Generates the Swift code that puts public files into the program.
struct PublicFilesEmitter {
    let folder: String
    /// Paths in the folder.
    let names: [String]

    /// The generated file.
    ///
    /// - Throws: an error of the file system.
    func swift() throws -> String {
        let files = try names.map { name in
            let bytes = try Data(contentsOf: URL(filePath: folder).appending(path: name))
            return "PublicFile(name: \(SwiftLiteral.quoted(name)), base64: \"\(bytes.base64EncodedString())\"),\n"
        }
        return """
            // Made from public files by the template compiler. Edit the files instead.
            import PorticoHTML

            extension PublicFile {
            /// The files in the folder `Public` of this target.
            static let embedded: [PublicFile] = [
            \(files.joined())]
            }

            """
    }
}
