import Foundation
import Testing

/// A self-signed certificate, with its key.
struct Certificate: Sendable {
    let file: String
    let keyFile: String

    /// Makes a certificate for the duration of the test.
    ///
    /// - Parameter names: its subject alternative names, in the syntax of OpenSSL.
    static func with(for names: String, _ test: (Certificate) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "portico-gateway-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificate = Certificate(file: "\(folder.path)/certificate.pem", keyFile: "\(folder.path)/key.pem")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj",
            "/CN=test", "-addext", "subjectAltName=\(names)", "-keyout", certificate.keyFile, "-out", certificate.file,
        ]
        process.standardError = FileHandle.nullDevice
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            end.yield(process.terminationStatus)
            end.finish()
        }
        try process.run()
        try #require(await ends.first { _ in true } == 0)
        try await test(certificate)
    }
}
