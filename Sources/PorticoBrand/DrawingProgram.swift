import Foundation
import PorticoBytes

/// The program `rsvg-convert` of librsvg, which draws an SVG as pixels.
///
/// It is optional and not linked: it needs 43 MB of other libraries, and only when a brand changes.
package struct DrawingProgram: Hashable, Sendable {
    /// It ended with an error, or exceeded its time limit.
    struct Failure: Error, CustomStringConvertible {
        let path: String
        let status: Int32
        var description: String { "\(path) ended with status \(status)" }
    }

    let path: String

    package init(path: String) {
        self.path = path
    }

    /// The program in the folders of `PATH`; nil if it is not installed.
    package static let installed: DrawingProgram? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").fields(separatedBy: ":", omittingEmpty: true)
        return folders.map { "\($0)/rsvg-convert" }.first { FileManager.default.isExecutableFile(atPath: $0) }
            .map(DrawingProgram.init(path:))
    }()

    /// Time limit, in seconds.
    private static let timeLimit = 5

    /// The system ends a process that uses more time or memory (in KB).
    private static let command = "ulimit -t \(timeLimit); ulimit -v 1048576; exec \"$0\" --width \"$1\" --height \"$1\""

    /// Draws a square SVG. Blocks the thread.
    ///
    /// The program gets none of this process's environment, and a cleaned SVG refers to no file and no address.
    ///
    /// - Parameter size: the width and height in pixels.
    /// - Throws: an error if the program cannot be run, fails, or takes too long.
    func draw(_ drawing: String, size: Int) throws -> PNGImage {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", Self.command, path, "\(size)"]
        process.environment = ["LC_ALL": "C"]
        process.standardInput = try Self.input(drawing)
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let end = DispatchWorkItem { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.timeLimit), execute: end)
        defer { end.cancel() }
        let picture = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure(path: path, status: process.terminationStatus)
        }
        return try PNGImage(Array(picture))
    }

    /// An unlinked temporary file. A pipe could be full before the program reads it.
    private static func input(_ text: String) throws -> FileHandle {
        let file = FileManager.default.temporaryDirectory.appending(path: "portico-\(UUID().uuidString).svg")
        try Data(text.utf8).write(to: file)
        let handle = Result { try FileHandle(forReadingFrom: file) }
        try FileManager.default.removeItem(at: file)
        return try handle.get()
    }
}
