import Foundation
import PorticoMail
import PorticoTestSupport
import Testing

/// A mail server in a process of its own.
final class MailServer: Sendable {
    let port: Int
    let certificate: String
    private let folder: String

    private init(port: Int, certificate: String, folder: String) {
        self.port = port
        self.certificate = certificate
        self.folder = folder
    }

    /// Starts a server, and ends it after the test.
    ///
    /// - Parameters:
    ///   - names: the subject alternative names of its certificate, in the syntax of OpenSSL.
    ///   - arguments: options of `server.py`.
    static func with(
        tls security: SMTPOptions.Security = .none, names: String = "DNS:localhost,IP:127.0.0.1",
        _ arguments: String...,
        test: (MailServer) async throws -> Void
    ) async throws {
        try await AsyncSemaphore.processes.pass {
            try await TemporaryFolder.with { folder in
                let certificate = try await MailPeer.makeCertificate(for: names, in: folder)
                let output = "\(folder)/output"
                let process = Process()
                process.executableURL = URL(fileURLWithPath: MailPeer.python)
                process.arguments =
                    [MailPeer.script, "serve", "--folder", folder, "--certificate", certificate]
                    + ["--tls", security.rawValue] + arguments
                try Data().write(to: URL(fileURLWithPath: output))
                // The server ends when this end of the pipe closes, even if the tests crash.
                let life = Pipe()
                process.standardInput = life
                process.standardOutput = FileHandle(forWritingAtPath: output)
                process.standardError = FileHandle.nullDevice
                try process.run()
                defer {
                    kill(process.processIdentifier, SIGKILL)
                    try? life.fileHandleForWriting.close()
                }
                let port = try await readPort(output)
                try await test(MailServer(port: port, certificate: certificate, folder: folder))
            }
        }
    }

    private static func readPort(_ output: String) async throws -> Int {
        var port: Int?
        _ = try await eventually {
            let text = try String(contentsOfFile: output, encoding: .utf8)
            port = text.hasSuffix("\n") ? Int(text.dropLast()) : nil
            return port != nil
        }
        return try #require(port, "the mail server did not start")
    }

    /// The accepted mails, in order.
    func mails() throws -> [TakenMail] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted().map {
            file in
            try JSONDecoder().decode(TakenMail.self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")))
        }
    }

    /// Everything that it received.
    var transcript: String {
        (try? String(contentsOfFile: "\(folder)/transcript", encoding: .isoLatin1)) ?? ""
    }

    /// A transport to this server that trusts its certificate.
    func transport(
        _ security: SMTPOptions.Security = .none, credentials: SMTPOptions.Credentials? = nil,
        timeout: TimeInterval = 30
    ) throws -> SMTPTransport {
        let file = security == .none ? nil : certificate
        let options = try SMTPOptions(
            host: "localhost", port: port, security: security, credentials: credentials, connectTimeout: timeout,
            timeout: timeout, certificateFile: file)
        return SMTPTransport(options: options)
    }
}

struct TakenMail: Decodable {
    let from: String
    let to: [String]
    let isOverTLS: Bool
    let userName: String?
    /// As sent, without the dots that SMTP adds to lines.
    let content: String
}
