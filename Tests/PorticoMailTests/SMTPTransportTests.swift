import Foundation
import PorticoAuth
import PorticoTestSupport
import Testing

@testable import PorticoMail

@Suite(
    "Mail over SMTP", .enabled("python3-aiosmtpd is not installed") { MailPeer.hasServer }, .serialized,
    .timeLimit(.minutes(20)))
struct SMTPTransportTests {
    @Test("arrives complete, with any kind of protection", arguments: SMTPOptions.Security.allCases)
    func delivery(security: SMTPOptions.Security) async throws {
        try await MailServer.with(tls: security) { server in
            let message = try MailMessage.sample(name: "Zoë", subject: "Grüße", text: ".\n..\nEnde\n.")
            try await server.transport(security).send(message)
            let mail = try #require(try server.mails().first)
            #expect(try server.mails().count == 1)
            #expect(mail.from == "door@door.example")
            #expect(mail.to == ["ada@example.org"])
            #expect(mail.isOverTLS == (security != .none))
            #expect(mail.content == String(decoding: message.bytes, as: UTF8.self))
        }
    }

    @Test("keeps dots at the beginnings of lines")
    func dots() async throws {
        try await MailServer.with { server in
            let content = "Subject: dots\r\n\r\n.\r\n..\r\n.a\r\nb.\r\n.\r\n"
            try await server.transport().send(
                Array(content.utf8), from: try address("door@door.example"), to: try address("ada@example.org"))
            #expect(try server.mails().map(\.content) == [content])
        }
    }

    @Test("is signed in with the password", arguments: SMTPOptions.Security.allCases)
    func authentication(security: SMTPOptions.Security) async throws {
        try await MailServer.with(tls: security, "--account", "door", "open sesame") { server in
            let credentials = SMTPOptions.Credentials(userName: "door", password: "open sesame")
            try await server.transport(security, credentials: credentials).send(.sample())
            #expect(try server.mails().map(\.userName) == ["door"])
        }
    }

    @Test("is postponed if the password is wrong, which the error does not show")
    func wrongPassword() async throws {
        try await MailServer.with(tls: .startTLS, "--account", "door", "open sesame") { server in
            let credentials = SMTPOptions.Credentials(userName: "door", password: "open barley")
            let failure = try await failure(of: server.transport(.startTLS, credentials: credentials))
            #expect(failure?.problem == "The mail server refused the user name or the password (535 5.7.8).")
            #expect(failure?.isPermanent == false)
            #expect(try server.mails().isEmpty)
        }
    }

    @Test(
        "is not sent to a server whose certificate is not trusted",
        arguments: [SMTPOptions.Security.startTLS, .implicitTLS])
    func untrusted(security: SMTPOptions.Security) async throws {
        try await MailServer.with(tls: security, "--account", "door", "open sesame") { server in
            let credentials = SMTPOptions.Credentials(userName: "door", password: "open sesame")
            let options = try SMTPOptions(
                host: "localhost", port: server.port, security: security, credentials: credentials)
            let failure = try await failure(of: SMTPTransport(options: options))
            #expect(failure?.problem.hasPrefix("There is no safe connection to the mail server") == true)
            #expect(failure?.isPermanent == false)
            try expectNothingSaid(to: server)
        }
    }

    @Test(
        "is not sent to a server with another server's certificate",
        arguments: [SMTPOptions.Security.startTLS, .implicitTLS])
    func otherName(security: SMTPOptions.Security) async throws {
        try await MailServer.with(tls: security, names: "DNS:mail.example") { server in
            let failure = try await failure(of: server.transport(security))
            #expect(failure?.problem.hasPrefix("There is no safe connection to the mail server") == true)
            try expectNothingSaid(to: server)
        }
    }

    @Test(
        "is not sent unencrypted if the server offers no TLS", arguments: [SMTPOptions.Security.startTLS, .implicitTLS])
    func downgrade(security: SMTPOptions.Security) async throws {
        try await MailServer.with(tls: .none, "--account", "door", "open sesame") { server in
            let credentials = SMTPOptions.Credentials(userName: "door", password: "open sesame")
            // With STARTTLS, the client fails on the server's greeting; with implicit TLS, it waits until the time is
            // over.
            let timeout = security == .startTLS ? 30.0 : 5
            let failure = try await failure(of: server.transport(security, credentials: credentials, timeout: timeout))
            #expect(failure?.isPermanent == false)
            if security == .startTLS { #expect(failure?.problem.contains("offers no STARTTLS") == true) }
            try expectNothingSaid(to: server)
        }
    }

    @Test(
        "is tried again or not, depending on the server's reply",
        arguments: [
            ("RCPT", "550 5.1.1 <ada@example.org> is unknown", "the recipient (550 5.1.1)", true),
            ("RCPT", "550 nobody here", "the recipient (550)", true),
            ("RCPT", "550 5.1.1.1 unknown", "the recipient (550)", true),
            ("RCPT", "451 4.3.0 later", "the recipient (451 4.3.0)", false),
            ("RCPT", "530 5.7.0 sign in", "the recipient (530 5.7.0)", false),
            ("DATA", "554 5.7.1 spam: https://door.example/?token=secret", "the mail (554 5.7.1)", true),
            ("DATA", "452 4.3.1 full", "the mail (452 4.3.1)", false),
            ("MAIL", "553 5.1.8 who?", "the sender's address (553 5.1.8)", false),
        ])
    func replies(command: String, reply: String, problem: String, isPermanent: Bool) async throws {
        try await MailServer.with("--reply", command, reply) { server in
            let failure = try await failure(of: server.transport())
            #expect(failure == MailFailure("The mail server refused \(problem).", isPermanent: isPermanent))
            #expect(try server.mails().isEmpty)
        }
    }

    @Test("does not wait for a reply for ever", arguments: ["MAIL", "RCPT", "DATA"])
    func silence(command: String) async throws {
        try await MailServer.with("--mute", command) { server in
            let failure = try await failure(of: server.transport(timeout: 0.5))
            #expect(failure?.problem == "The mail server at localhost:\(server.port) did not answer in time.")
            #expect(failure?.isPermanent == false)
        }
    }

    @Test("counts as sent if the server accepted it and does not end the connection properly")
    func noGoodbye() async throws {
        try await MailServer.with("--mute", "QUIT") { server in
            try await server.transport(timeout: 5).send(.sample())
            #expect(try server.mails().count == 1)
        }
    }

    @Test("is postponed without a server")
    func noServer() async throws {
        let options = try SMTPOptions(host: "127.0.0.1", port: 1, security: .none)
        let failure = try await failure(of: SMTPTransport(options: options))
        #expect(failure?.problem.hasPrefix("The mail server at 127.0.0.1:1 cannot be reached") == true)
        #expect(failure?.isPermanent == false)
    }

    @Test("is broken off when its task is cancelled, and no part of it arrives", arguments: ["RCPT", "DATA"])
    func cancellation(command: String) async throws {
        try await MailServer.with("--mute", command) { server in
            let transport = try server.transport(timeout: 3600)
            let sending = Task { try await failure(of: transport) }
            #expect(try await eventually { server.transcript.contains(command) })
            sending.cancel()
            let broken = try await sending.value
            #expect(broken == MailFailure("Sending was stopped before it ended."))
            #expect(try server.mails().isEmpty)
        }
    }

    private func failure(of transport: SMTPTransport) async throws -> MailFailure? {
        let message = try MailMessage.sample()
        return await #expect(throws: MailFailure.self) { try await transport.send(message) }
    }

    /// Nothing that only a trusted server may receive.
    private func expectNothingSaid(to server: MailServer) throws {
        let said = server.transcript
        #expect(!said.contains("MAIL") && !said.contains("AUTH") && !said.contains("ada@example.org"))
        #expect(try server.mails().isEmpty)
    }
}

@Suite("The replies of a mail server")
struct SMTPDialogueTests {
    @Test("are read byte by byte")
    func replies() {
        for (line, reply) in [
            ("550 5.1.1 unknown\r\n", "550 5.1.1"), ("550-5.1.1\r\n", "550 5.1.1"), ("550 5.1.1", "550 5.1.1"),
            ("550\u{301} 5.1.1", "550"), ("550 5.1.1\u{301} x", "550"), ("550 5.\u{661}.1 x", "550"),
            ("550 5.1.1234 x", "550"), ("550 3.1.1 x", "550"), ("550 5..1 x", "550"), ("250 OK", "250"),
            ("\u{665}50 5.1.1 x", nil), ("+50 x", nil), ("55", nil), ("", nil), ("600 x", nil), ("150 x", nil),
        ] {
            let dialogue = SMTPDialogue(sending: [])
            dialogue.sent("RCPT TO:<ada@example.org>\r\n")
            #expect(dialogue.received(Substring(line)))
            #expect(dialogue.reply?.description == reply, "\(line)")
            #expect(dialogue.command == .recipient)
        }
    }
}
