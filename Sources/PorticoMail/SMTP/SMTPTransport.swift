import NIOPosix
import PorticoAuth
import Synchronization

/// Sends mail to a server over SMTP (RFC 5321), with libcurl, on threads of its own.
///
/// With TLS, the server's certificate and name are always checked, TLS is 1.2 or newer, and neither the environment nor the
/// server can change where mail goes or make it go in clear.
public final class SMTPTransport: MailTransport {
    private let options: SMTPOptions
    private let threads: NIOThreadPool

    /// - Parameter concurrency: how many mails are sent at once; further ones wait.
    public init(options: SMTPOptions, concurrency: Int = 1) {
        self.options = options
        threads = NIOThreadPool(numberOfThreads: concurrency)
        threads.start()
    }

    deinit {
        threads.shutdownGracefully { _ in }
    }

    /// - Throws: a ``MailFailure``, permanent where the server refuses the recipient or the mail for good (5xx).
    public func send(_ message: MailMessage) async throws(MailFailure) {
        try await send(message.bytes, from: message.from.address, to: message.to.address)
    }

    func send(_ bytes: [UInt8], from sender: EmailAddress, to recipient: EmailAddress) async throws(MailFailure) {
        let dialogue = SMTPDialogue(sending: bytes)
        let result: Result<Void, MailFailure>
        do {
            result = try await withTaskCancellationHandler {
                try await threads.runIfActive { [options] in
                    SMTPSession(options: options, sender: sender, recipient: recipient).run(dialogue)
                }
            } onCancel: {
                dialogue.stop()
            }
        } catch {
            throw .stopped
        }
        try result.get()
    }
}
