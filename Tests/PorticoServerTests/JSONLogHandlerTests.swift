import Foundation
import Logging
import PorticoFeatures
import PorticoTestSupport
import Synchronization
import Testing

@testable import PorticoServer

@Suite("A log in JSON")
struct JSONLogHandlerTests {
    private final class Lines: Sendable {
        let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
    }

    @Test("16.4.1 has one object a line, whatever it contains, with the request's id")
    func line() throws {
        let lines = Lines()
        var logger = Logger(label: "test") { _ in
            JSONLogHandler(metadataProvider: RequestIdentifier.metadata) { line in
                lines.lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
            }
        }
        logger.logLevel = .info
        logger.debug("not this")
        RequestIdentifier.$current.withValue("r-1") {
            logger.warning("a\nb", metadata: ["list": ["\u{1B}", "x"], "more": ["k": "v"]])
        }
        #expect(lines.all.count == 1)
        let line = try #require(lines.all.first)
        #expect(line.count { $0 == "\n" } == 1 && line.hasSuffix("}\n"))
        let fields = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(fields["level"] as? String == "warning")
        #expect(fields["message"] as? String == "a\nb")
        #expect((fields["time"] as? String)?.hasSuffix("Z") == true)
        let metadata = try #require(fields["metadata"] as? [String: Any])
        #expect(metadata["list"] as? [String] == ["\u{1B}", "x"])
        #expect(metadata["more"] as? [String: String] == ["k": "v"])
        #expect(metadata["hb.request.id"] as? String == "r-1")
    }

    @Test("is the format of a server with that option")
    func server() async throws {
        try await ProcessFolder.with { folder in
            let file = try folder.file("options.json", #"{"log": {"format": "json"}}"#)
            let process = try PorticoProcess(
                ["serve", "--port", "0", "--data", folder.data, "--public", PorticoProcess.publicFolder]
                    + ["--config", file], in: folder)
            let isServing = try await eventually { process.errors.contains(#""message":"serving""#) }
            #expect(isServing, "\(process.errors)")
            process.signal(SIGTERM)
            #expect(try await process.exitCode() == 0)
            let lines = process.errors.split(separator: "\n")
            for line in lines { #expect(line.hasPrefix("{") && line.hasSuffix("}"), "\(line)") }
        }
    }

    @Test("16.4.1 escapes direction characters and controls beyond ASCII too")
    func directions() throws {
        let line = try StandardError.line(of: ["a": "\u{202E}\u{85}\u{7F}\u{2028}é"])
        #expect(String(decoding: line, as: UTF8.self) == #"{"a":"\u202e\u0085\u007f\u2028é"}"# + "\n")
    }
}

@Suite("A log as text")
struct EscapingLogHandlerTests {
    @Test("16.4.1 escapes every message, key and value, also those of the logger, its provider and errors")
    func everything() throws {
        struct Fault: Error, CustomStringConvertible { let description = "fault\n\u{1B}[2J" }
        let log = LogRecorder()
        var logger = log.logger
        logger[metadataKey: "own\n"] = "\u{202E}"
        logger.warning(
            "a\r\n{\"securityEvent\":\"signedIn\"}", error: Fault(),
            metadata: ["list": ["\u{1B}", ["\u{9B}": "\u{2066}"]], "value": .stringConvertible("\u{7}")])
        let line = try #require(log.lines.first)
        #expect(log.lines.count == 1)
        #expect(
            !line.unicodeScalars.contains {
                $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.properties.isBidiControl
            })
        for part in [#"a\r\n{"securityEvent""#, #"fault\n\u{1B}[2J"#, #"own\n=\u{202E}"#, #"\u{009B}"#, #"\u{07}"#] {
            #expect(line.contains(part), "\(part) in \(line)")
        }
    }
}
