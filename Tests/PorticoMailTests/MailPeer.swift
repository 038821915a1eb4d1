import Foundation
import PorticoTestSupport
import Testing

/// Runs `server.py`, and its tools.
enum MailPeer {
    static let python = "/usr/bin/python3"
    static let script = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/server.py"
    static let hasPython = FileManager.default.isExecutableFile(atPath: python)
    static let hasServer =
        hasPython && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/aiosmtpd")

    /// A mail as Python's own parser reads it.
    static func parse(_ bytes: [UInt8]) async throws -> ParsedMail {
        let output = try await run(python, [script, "parse"], input: Data(bytes))
        return try JSONDecoder().decode(ParsedMail.self, from: output)
    }

    /// A self-signed certificate with its key, in one file.
    static func makeCertificate(for names: String, in folder: String) async throws -> String {
        let path = "\(folder)/certificate.pem"
        _ = try await run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj",
                "/CN=test", "-addext", "subjectAltName=\(names)", "-keyout", path + ".key", "-out", path,
            ])
        let both =
            try String(contentsOfFile: path, encoding: .utf8) + String(contentsOfFile: path + ".key", encoding: .utf8)
        try both.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// Runs a command, and returns its standard output.
    private static func run(_ executable: String, _ arguments: [String], input: Data = Data()) async throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            end.yield(process.terminationStatus)
            end.finish()
        }
        return try await TemporaryFolder.with { folder in
            let (source, target) = ("\(folder)/in", "\(folder)/out")
            try input.write(to: URL(fileURLWithPath: source))
            try Data().write(to: URL(fileURLWithPath: target))
            process.standardInput = FileHandle(forReadingAtPath: source)
            process.standardOutput = FileHandle(forWritingAtPath: target)
            process.standardError = FileHandle.nullDevice
            try process.run()
            let code = await ends.first { _ in true }
            try #require(code == 0, "\(executable) \(arguments)")
            return try Data(contentsOf: URL(fileURLWithPath: target))
        }
    }
}

struct ParsedMail: Decodable {
    let headers: [[String]]
    let recipients: [[String]]
    let senders: [[String]]
    let seconds: Double
    let types: [String]
    let texts: [String]
    let defects: [String]

    subscript(name: String) -> String? { headers.first { $0[0] == name }?[1] }
}

/// A folder that is removed after the test.
enum TemporaryFolder {
    static func with<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portico-mail-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.path)
    }
}
