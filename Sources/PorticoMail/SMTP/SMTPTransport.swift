import PorticoAuth
import PorticoTransfer

/// Sends mail to a server over SMTP (RFC 5321), one after the other.
///
/// With TLS, the server's certificate and name are always checked, TLS is 1.2 or newer, and neither the environment nor the
/// server can change where mail goes or make it go in clear.
public struct SMTPTransport: MailTransport {
    private let options: SMTPOptions
    // Not those that others use: they would wait while a server does not answer a good-bye.
    private let transfers = Transfers(connectionsPerHost: 1)

    public init(options: SMTPOptions) {
        self.options = options
    }

    /// - Throws: a ``MailFailure``, permanent where the server refuses the recipient or the mail for good (5xx).
    public func send(_ message: MailMessage) async throws(MailFailure) {
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
