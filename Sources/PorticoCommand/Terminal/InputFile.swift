import Foundation

/// A file to read, or standard input for `-`.
struct InputFile {
    let path: String

    /// The file, and its name for sentences.
    ///
    /// - Throws: ``CommandFailure``
    func opened() throws -> (FileHandle, name: String) {
        guard path != "-" else { return (.standardInput, "standard input") }
        do {
            return (try FileHandle(forReadingFrom: URL(filePath: path)), path)
        } catch {
            throw CommandFailure("\(path) cannot be read")
        }
    }

    /// All bytes.
    ///
    /// - Throws: ``CommandFailure``
    func contents() throws -> Data {
        let (file, name) = try opened()
        do {
            return try file.readToEnd() ?? Data()
        } catch {
            throw CommandFailure("\(name) cannot be read")
        }
    }
}
