import Foundation
import PorticoAuth
import PorticoServer
import PorticoTestSupport
import Testing

@Suite("portico mails")
struct MailsCommandTests {
    @Test("lists waiting mails, sends one at once, and removes a failed one")
    func commands() async throws {
        try await ProcessFolder.with { folder in
            for name in ["ada", "bea"] {
                let added = try await folder.command(
                    "users", "add", name, "--email", "\(name)@example.org", "--invite")
                #expect(added.code == 0, "\(added.errors)")
            }
            let options = ServerOptions(dataFolder: folder.data)
            let store = try await AuthServices.open(options: options).store
            let ids = try await store.mails(limit: 2).map(\.id)
            let later = Date(timeIntervalSince1970: 4_102_444_800)
            try await store.postpone(ids[0], to: later, problem: "The mail server is busy.")
            try await store.postpone(ids[1], to: nil, problem: "")
            try await folder.command("mails").prints(
                """
                \(ids[0])\twelcome\tada@example.org\twaiting\t1\t2100-01-01T00:00:00Z\tThe mail server is busy.
                \(ids[1])\twelcome\tbea@example.org\tgivenUp\t1\t\t

                """)
            let json = try await folder.command("mails", "list", "--json").json()
            #expect(json.contains(#""nextAttempt":"TIME","problem":"The mail server is busy.""#), "\(json)")
            #expect(json.contains(#""state":"givenUp""#), "\(json)")

            try await folder.command("mails", "drop", "\(ids[0])").fails(
                "the mail waits to be sent; only one that was given up can be removed")
            try await folder.command("mails", "send", "99").fails("there is no such mail in the queue")
            try await folder.command("mails", "drop", "99").fails("there is no such mail in the queue")
            try await folder.command("mails", "drop", "\(ids[1])").prints("removed mail \(ids[1])\n")
            #expect(try await folder.command("mails", "send", "\(ids[0])", "--json").json() == #"{"id":\#(ids[0])}"#)
            #expect(try await store.mails(limit: 2).map(\.id) == [ids[0]])
            let server = try await folder.serve()
            #expect(try await eventually { folder.mailed() == ["ada@example.org"] })
            server.process.signal(SIGTERM)
            try await folder.command("mails").prints("")
        }
    }
}
