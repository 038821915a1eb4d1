import PorticoMail
import Testing

@Suite("The mail server's options")
struct SMTPOptionsTests {
    @Test(
        "allow unencrypted mail to this machine only",
        arguments: ["localhost", "LOCALHOST", "127.0.0.1", "127.8.8.8", "::1"])
    func loopback(host: String) throws {
        #expect(try SMTPOptions(host: host, security: .none).port == 25)
    }

    @Test(
        "refuse unencrypted mail to any other machine",
        arguments: [
            "mail.example", "10.0.0.1", "127.evil.example", "127.1", "localhost.evil.example", "::2", "0.0.0.0",
        ])
    func clear(host: String) {
        #expect(throws: SMTPOptionsProblem.self) { try SMTPOptions(host: host, security: .none) }
    }

    @Test(
        "refuse an invalid host",
        arguments: [
            "", "a b", "mail.example/path", "user@mail.example", "mail.example:25", "mail\r\n", "[::1]", "ä.example",
            "-x",
        ])
    func hosts(host: String) {
        #expect(throws: SMTPOptionsProblem.self) { try SMTPOptions(host: host) }
    }

    @Test("have the usual port for the kind of connection")
    func ports() throws {
        #expect(try SMTPOptions(host: "mail.example").port == 587)
        #expect(try SMTPOptions(host: "mail.example", security: .implicitTLS).port == 465)
        #expect(throws: SMTPOptionsProblem.self) { try SMTPOptions(host: "mail.example", port: 0) }
        #expect(throws: SMTPOptionsProblem.self) { try SMTPOptions(host: "mail.example", port: 65_536) }
    }

    @Test("refuse a time-out of zero, half a sign-in, and missing certificates")
    func rest() {
        #expect(throws: SMTPOptionsProblem.self) { try SMTPOptions(host: "mail.example", connectTimeout: 0) }
        #expect(throws: SMTPOptionsProblem.self) {
            try SMTPOptions(host: "mail.example", connectTimeout: 9, timeout: 8)
        }
        #expect(throws: SMTPOptionsProblem.self) { try SMTPOptions(host: "mail.example", timeout: .infinity) }
        #expect(throws: SMTPOptionsProblem.self) { try SMTPOptions(host: "mail.example", timeout: .nan) }
        #expect(throws: SMTPOptionsProblem.self) {
            try SMTPOptions(host: "mail.example", credentials: .init(userName: "door", password: ""))
        }
        #expect(throws: SMTPOptionsProblem.self) { try SMTPOptions(host: "mail.example", certificateFile: "/nowhere") }
    }

    @Test("never show the password")
    func password() throws {
        let options = try SMTPOptions(
            host: "mail.example", credentials: .init(userName: "door", password: "open sesame"))
        var dumped = ""
        dump(options, to: &dumped)
        for text in ["\(options)", String(reflecting: options), dumped] {
            #expect(!text.contains("sesame"))
            #expect(text.contains("door"))
        }
    }
}
