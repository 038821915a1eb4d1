import Foundation
import PorticoTestSupport
import Testing

extension ProcessFolder {
    /// Runs a command on this folder's data to its end.
    func command(
        _ arguments: String..., input: String? = nil, within limit: Duration = .seconds(60)
    ) async throws -> CommandResult {
        try await command(arguments, input: input, within: limit)
    }

    func command(
        _ arguments: [String], input: String? = nil, within limit: Duration = .seconds(60)
    ) async throws -> CommandResult {
        let process = try PorticoProcess(arguments + ["--data", data], in: self, input: input)
        let code = try await process.exitCode(within: limit)
        return CommandResult(code: code, output: process.output, errors: process.errors)
    }

    /// Adds an account with ``TestServer/password``.
    func addUser(_ userName: String, _ arguments: String...) async throws {
        let process = try PorticoProcess(
            ["users", "add", userName, "--password-stdin", "--data", data] + arguments, in: self,
            input: TestServer.password)
        try #require(try await process.exitCode() == 0, "\(process.errors)")
    }

    /// Writes a file, and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    /// The recipients of the mails in the outbox. A running server writes them.
    func mailed() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: data + "/outbox")) ?? []
        return names.sorted().compactMap { name in
            name.wholeMatch(of: /[0-9]+-[0-9TZ]+-(.+)\.eml/).map { String($0.1).replacing("-at-", with: "@") }
        }
    }

    /// The only mail to this address in the outbox, as sent.
    func mail(to address: String) throws -> String {
        let name = try FileManager.default.contentsOfDirectory(atPath: data + "/outbox").first {
            $0.hasSuffix("-\(address.replacing("@", with: "-at-")).eml")
        }
        return try String(contentsOfFile: "\(data)/outbox/\(try #require(name))", encoding: .utf8)
    }
}

extension CommandResult {
    /// Checks that it failed, with only this line.
    func fails(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(code == 1, sourceLocation: sourceLocation)
        #expect(errors == "portico: \(line)\n", sourceLocation: sourceLocation)
        #expect(output == "", sourceLocation: sourceLocation)
    }

    /// Checks that it succeeded, with only this output.
    func prints(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(code == 0, sourceLocation: sourceLocation)
        #expect(output == text, sourceLocation: sourceLocation)
        #expect(errors == "", sourceLocation: sourceLocation)
    }

    /// The printed JSON on one line, with its times as `TIME`.
    func json() throws -> String {
        try #require(code == 0, "\(errors)")
        let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
        let text = String(
            decoding: try JSONSerialization.data(
                withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes]), as: UTF8.self)
        return text.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, with: "TIME")
    }
}
