import Foundation

/// A running program, with the standard streams of this one.
struct ChildProcess: Sendable {
    private let process: Process
    private let ends: AsyncStream<Void>

    init(_ program: URL, _ arguments: [String]) throws {
        let (ends, ended) = AsyncStream<Void>.makeStream()
        self.ends = ends
        process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.terminationHandler = { _ in ended.finish() }
        try process.run()
    }

    /// Asks the program to end, and waits for its end, even in a cancelled task.
    func stop() async {
        if process.isRunning { process.terminate() }
        await Task { for await _ in ends {} }.value
    }

    /// Runs a program to its end, or until the task is cancelled. Collects its output, and copies it to standard error.
    static func output(_ program: URL, _ arguments: [String]) async throws -> (status: Int32, text: String) {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    var bytes = Data()
                    while case let more = pipe.fileHandleForReading.availableData, !more.isEmpty {
                        FileHandle.standardError.write(more)
                        bytes += more
                    }
                    process.waitUntilExit()
                    continuation.resume(returning: (process.terminationStatus, String(decoding: bytes, as: UTF8.self)))
                }
            }
        } onCancel: {
            if process.isRunning { process.terminate() }
        }
    }
}
