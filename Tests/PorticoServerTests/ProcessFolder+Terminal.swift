import Foundation
import PorticoTestSupport
import Testing

extension ProcessFolder {
    func runOnTerminal(
        _ arguments: String..., columns: UInt16 = 80, typing text: String = "", after prompt: String = ""
    ) async throws -> (code: Int32, shown: String) {
        try await runOnTerminal(arguments, columns: columns, typing: Array(text.utf8), after: prompt)
    }

    func runOnTerminal(
        _ arguments: String..., typing bytes: [UInt8], after prompt: String
    ) async throws -> (code: Int32, shown: String) {
        try await runOnTerminal(arguments, typing: bytes, after: prompt)
    }

    /// Runs a command on a terminal to its end, with typed input.
    ///
    /// - Parameter prompt: the text to wait for before typing. A question for a password drops earlier input.
    /// - Returns: its exit code, and everything written to the terminal.
    func runOnTerminal(
        _ arguments: [String], columns: UInt16 = 80, typing text: [UInt8] = [], after prompt: String = ""
    ) async throws -> (code: Int32, shown: String) {
        let (terminal, path) = try #require(Self.openTerminal())
        defer { close(terminal) }
        var size = winsize()
        (size.ws_row, size.ws_col) = (24, columns)
        try #require(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
        try #require(fcntl(terminal, F_SETFL, O_NONBLOCK) == 0)
        let process = try start(arguments, on: path)
        var shown: [UInt8] = []
        var hasTyped = false
        let hasEnded = try await eventually {
            let isRunning = process.isRunning
            var buffer = [UInt8](repeating: 0, count: 4096)
            while case let count = read(terminal, &buffer, buffer.count), count > 0 { shown += buffer[..<count] }
            if !hasTyped, String(decoding: shown, as: UTF8.self).hasSuffix(prompt) {
                _ = write(terminal, text, text.count)
                hasTyped = true
            }
            return !isRunning
        }
        try #require(hasEnded)
        return (process.terminationStatus, String(decoding: shown, as: UTF8.self).replacing("\r\n", with: "\n"))
    }

    private func start(_ arguments: [String], on path: String) throws -> Process {
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        let process = Process()
        process.executableURL = PorticoProcess.executable
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: self.path)
        process.environment = ["PATH": "/usr/bin:/bin", "TERM": "xterm"]
        process.standardInput = handle
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        return process
    }

    /// A new pseudo terminal: the descriptor that controls it, and the path of its other side.
    private static func openTerminal() -> (descriptor: Int32, path: String)? {
        #if canImport(Darwin)
            let terminal = posix_openpt(O_RDWR | O_NOCTTY)
            guard terminal >= 0, grantpt(terminal) == 0, unlockpt(terminal) == 0 else { return nil }
            return (terminal, String(cString: ptsname(terminal)))
        #else
            // Does the work of posix_openpt, unlockpt and ptsname, which Swift does not import here, by TIOCSPTLCK and
            // TIOCGPTN.
            let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var (isLocked, number): (Int32, Int32) = (0, 0)
            guard terminal >= 0, ioctl(terminal, 0x4004_5431, &isLocked) == 0,
                ioctl(terminal, 0x8004_5430, &number) == 0
            else { return nil }
            return (terminal, "/dev/pts/\(number)")
        #endif
    }
}
