import Foundation
import Logging
import PorticoTestSupport
import Testing

@testable import PorticoMail

@Suite("The outbox")
struct OutboxTests {
    private let log = LogRecorder()

    private func makeOutbox(_ folder: String, limit: Int = Outbox.limit) -> Outbox {
        Outbox(folder: folder, limit: limit, logger: log.logger)
    }

    @Test("keeps a mail as SMTP would send it, readable for its owner only")
    func file() async throws {
        try await TemporaryFolder.with { folder in
            let message = try MailMessage.sample()
            try await makeOutbox(folder + "/outbox").send(message)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/outbox")
            #expect(files == ["0001-20260101T000000Z-ada-at-example.org.eml"])
            let path = folder + "/outbox/" + (files.first ?? "")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(message.bytes))
            #expect(try mode(path) == 0o600)
            #expect(try mode(folder + "/outbox") == 0o700)
        }
    }

    @Test("lists the newest first, and returns each as it was written")
    func reading() async throws {
        try await TemporaryFolder.with { folder in
            let outbox = makeOutbox(folder)
            let text = "Zeile eins\n\n.\n--=_portico\nGrüße 😀\n"
            try await outbox.send(try .sample(subject: "First"))
            try await outbox.send(
                try .sample(
                    name: "Zoë", subject: String(repeating: "Grüße ", count: 30) + "!", text: text, html: "<p>é</p>"))
            let entries = try await outbox.messages()
            #expect(entries.map(\.subject) == [String(repeating: "Grüße ", count: 30) + "!", "First"])
            #expect(entries.first?.to == "Zoë <ada@example.org>")
            #expect(entries.first?.date == newYear)
            let message = try #require(try await outbox.message(id: entries[0].id))
            #expect(message.entry == entries[0])
            #expect(message.text == text)
            #expect(message.html == "<p>é</p>")
            #expect(message.headers.map(\.name).contains("Auto-Submitted"))
        }
    }

    @Test("keeps only the newest mails, and does not touch files of others")
    func limit() async throws {
        try await TemporaryFolder.with { folder in
            let foreign = folder + "/notes.txt"
            try "keep".write(toFile: foreign, atomically: true, encoding: .utf8)
            let outbox = makeOutbox(folder, limit: 5)
            for number in 1...8 { try await outbox.send(try .sample(subject: "\(number)")) }
            #expect(try await outbox.messages().map(\.subject) == ["8", "7", "6", "5", "4"])
            #expect(FileManager.default.fileExists(atPath: foreign))
            #expect(
                log.lines.filter { $0.hasPrefix("warning") }
                    == (1...3).map {
                        "warning the outbox has more mails than it keeps, and the oldest was removed file=\(folder)/000\($0)-*"
                    })
            #expect(log.lines.first == "notice without mail.host, the mail is a file file=\(folder)/0001-*")
        }
    }

    @Test("continues the numbers of the previous run of the server, past four digits too")
    func counting() async throws {
        try await TemporaryFolder.with { folder in
            try await makeOutbox(folder).send(try .sample())
            try FileManager.default.moveItem(
                atPath: folder + "/0001-20260101T000000Z-ada-at-example.org.eml",
                toPath: folder + "/9999-20260101T000000Z-ada-at-example.org.eml")
            try await makeOutbox(folder).send(try .sample(subject: "Next"))
            let entries = try await makeOutbox(folder).messages()
            #expect(entries.map(\.subject) == ["Next", "Hello"])
            #expect(entries.first?.id.hasPrefix("10000-") == true)
        }
    }

    @Test("shows only its own mails")
    func foreign() async throws {
        try await TemporaryFolder.with { folder in
            let outbox = makeOutbox(folder + "/outbox")
            #expect(try await outbox.messages() == [])
            try await outbox.send(try .sample())
            let secret = "\(folder)/0001-20260101T000000Z-x.eml"
            try Data(try MailMessage.sample(subject: "Secret").bytes).write(to: URL(fileURLWithPath: secret))
            try Data([0xff, 0xfe]).write(to: URL(fileURLWithPath: folder + "/outbox/0002-20260101T000000Z-x.eml"))
            #expect(try await outbox.messages().count == 1)
            for id in [
                "../0001-20260101T000000Z-x", "", ".", "0002-20260101T000000Z-x", "9999-20260101T000000Z-x", "x\u{0}",
            ] {
                #expect(try await outbox.message(id: id) == nil, "\(id)")
            }
        }
    }

    @Test("makes a safe file name of any address")
    func names() async throws {
        try await TemporaryFolder.with { folder in
            let outbox = makeOutbox(folder)
            try await outbox.send(try .sample(to: "a/b|{c}'!#$%&*+=?^_`~-d@Example.ORG"))
            let id = try #require(try await outbox.messages().first?.id)
            #expect(id == "0001-20260101T000000Z-a_b__c_______________-d-at-example.org")
        }
    }

    @Test("reports a folder that cannot be written as a failure to retry")
    func failure() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder + "/file"
            try "".write(toFile: file, atomically: true, encoding: .utf8)
            let failure = await #expect(throws: MailFailure.self) {
                try await makeOutbox(file + "/outbox").send(try .sample())
            }
            #expect(failure?.isPermanent == false)
        }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
