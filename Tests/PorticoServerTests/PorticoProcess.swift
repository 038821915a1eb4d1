import Foundation
import PorticoTestSupport
import Testing

/// The executable, running in its own folder.
final class PorticoProcess: Sendable {
    private let process: Process
    private let ended: Task<Int32, Never>
    private let errorFile: String
    private let outputFile: String

    /// The executable in the folder of the tests.
    static let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("portico")
    static let publicFolder = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/Public"

    /// Starts `portico` with these arguments.
    init(_ arguments: [String], in folder: ProcessFolder, input: String? = nil) throws {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = ["PATH": "/usr/bin:/bin"]
        errorFile = folder.path + "/\(UUID().uuidString).err"
        outputFile = folder.path + "/\(UUID().uuidString).out"
        for file in [errorFile, outputFile] { try Data().write(to: URL(fileURLWithPath: file)) }
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errorFile))
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: outputFile))
        let pipe = Pipe()
        process.standardInput = pipe
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            let isSignal = process.terminationReason == .uncaughtSignal
            continuation.yield(isSignal ? -process.terminationStatus : process.terminationStatus)
            continuation.finish()
        }
        ended = Task { await stream.first { _ in true } ?? -1 }
        try process.run()
        try pipe.fileHandleForWriting.write(contentsOf: Data((input ?? "").utf8))
        try pipe.fileHandleForWriting.close()
        self.process = process
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    var errors: String { (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? "" }
    var output: String { (try? String(contentsOfFile: outputFile, encoding: .utf8)) ?? "" }

    var id: Int32 { process.processIdentifier }

    func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// The exit code, or the negative number of the signal that ended it; nil if it does not end in time.
    func exitCode(within limit: Duration = .seconds(60)) async throws -> Int32? {
        let hasEnded = try await eventually(within: limit) { !process.isRunning }
        return hasEnded ? await ended.value : nil
    }
}

/// The output of a command.
struct CommandResult {
    let code: Int32?
    let output: String
    let errors: String
}

/// A folder for processes, removed after the test.
struct ProcessFolder: Sendable {
    let path: String
    var data: String { path + "/data" }

    static func with(_ test: (ProcessFolder) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portico-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await AsyncSemaphore.processes.pass { try await test(ProcessFolder(path: folder.path)) }
    }

    /// Runs a command to its end.
    func run(_ arguments: String..., input: String? = nil) async throws -> CommandResult {
        let process = try PorticoProcess(arguments, in: self, input: input)
        let code = try await process.exitCode()
        return CommandResult(code: code, output: process.output, errors: process.errors)
    }

    /// Starts a server and waits until it serves.
    func serve(_ arguments: String..., data: String? = nil) async throws -> (process: PorticoProcess, port: Int) {
        let process = try PorticoProcess(
            ["serve", "--port", "0", "--data", data ?? self.data, "--public", PorticoProcess.publicFolder] + arguments,
            in: self)
        var port: Int?
        let isServing = try await eventually {
            port = process.errors.firstMatch(of: /origin=http:\/\/[^ ]+:(\d+)/).flatMap { Int($0.1) }
            return port != nil
        }
        try #require(isServing, "\(process.errors)")
        return (process, try #require(port))
    }
}

/// Requests to a process, with a cookie jar.
struct ProcessClient: Sendable {
    let port: Int
    var cookies = ""

    func get(_ path: String) async throws -> String {
        try await RawConnection.exchange(port: port, "GET \(path) HTTP/1.1\r\n\(headers)\r\n")
    }

    func post(_ path: String, _ body: String) async throws -> String {
        let form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n"
        return try await RawConnection.exchange(port: port, "POST \(path) HTTP/1.1\r\n\(headers)\(form)\r\n\(body)")
    }

    /// Signs in and stores the cookies. Returns the status code.
    mutating func signIn(_ userName: String = "ada", password: String = TestServer.password) async throws -> String {
        let password = password.replacing(" ", with: "+")
        let answer = try await post("/session", "username=\(userName)&password=\(password)&remember=on")
        let pairs = answer.matches(of: /(portico[a-z-]*=[A-Za-z0-9_-]{43})/).map { String($0.1) }
        if !pairs.isEmpty { cookies = pairs.joined(separator: "; ") }
        return String(answer.dropFirst(9).prefix(3))
    }

    func account() async throws -> String? {
        try await get("/").firstMatch(of: /data-account="([^"]+)"/).map { String($0.1) }
    }

    private var headers: String {
        "Host: localhost:\(port)\r\nConnection: close\r\n" + (cookies.isEmpty ? "" : "Cookie: \(cookies)\r\n")
    }
}
