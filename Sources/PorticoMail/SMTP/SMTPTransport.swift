import PorticoStore
import PorticoTransfer

/// Sends mails over SMTP (RFC 5321), each over a connection of its own.
///
/// With TLS, it always verifies the server's certificate and name, and requires TLS 1.2 or newer. Neither environment
/// variables nor the server can redirect mail or downgrade the connection.
package struct SMTPTransport: MailTransport {
    private let options: SMTPOptions
    // A separate pool, because other transfers would wait while a server does not reply to QUIT.
    private let transfers = Transfers(connectionsPerHost: MailDelivery.most)

    package init(options: SMTPOptions) {
        self.options = options
    }

    /// - Throws: a ``MailFailure``, permanent if the server refuses the recipient or the mail permanently (5xx).
    package func send(_ message: MailMessage) async throws(MailFailure) {
        try await send(message.bytes, from: message.from.address, to: message.to.address)
    }

    func send(_ bytes: [UInt8], from sender: EmailAddress, to recipient: EmailAddress) async throws(MailFailure) {
        let dialogue = SMTPDialogue(sending: bytes)
        do throws(TransferError) {
            let session = SMTPSession(options: options, sender: sender, recipient: recipient)
            try await transfers.run(session.handle(dialogue))
        } catch {
            throw MailFailure(error, dialogue, at: options)
        }
    }
}
