import Foundation
import Logging
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoFeatures
import PorticoHTML
import PorticoMail

/// Delivery of mails: over SMTP, or to a folder if no mail server is configured.
struct Mail: Sendable {
    let delivery: MailDelivery
    /// The folder; nil with SMTP.
    let outbox: Outbox?

    init(_ storage: Storage, running: RunningOptions, config: ConfigService, origin: ServedOrigin) {
        let (options, queue, now) = (storage.options, storage.accounts, storage.now)
        let transport: any MailTransport
        if let smtp = options.smtp {
            (transport, outbox) = (SMTPTransport(options: smtp), nil)
        } else {
            let folder = Outbox(folder: storage.folder.outboxPath, logger: storage.logger)
            (transport, outbox) = (folder, folder)
        }
        let writer = MailComposer(
            links: AccountLinks(store: queue, policy: running.policy, box: storage.keys.box, now: now), accounts: queue,
            brand: { running.branding.brands.brand(of: $0) }, servers: options.app.servers,
            config: { try await config.config(of: $0, isAutoLogin: false) }, language: options.app.language,
            origin: { origin.value })
        let sender = options.effectiveMailSender
        delivery = MailDelivery(
            queue: queue, transport: transport,
            compose: { mail in
                guard let written = try await writer.write(mail.mail, queued: mail) else { return nil }
                return MailMessage(
                    of: mail, from: MailMessage.Mailbox(name: written.senderName, address: sender),
                    to: MailMessage.Mailbox(name: written.name, address: mail.mail.recipient),
                    subject: written.subject, text: written.text, html: written.html, date: now())
            },
            isInCharge: { storage.cluster.leadership.isLeading }, claim: (options.smtp?.timeout ?? 0) + 60, now: now,
            logger: storage.logger)
    }
}

extension Outbox: OutboxReader {
    public func mails() throws -> [OutboxMail] {
        try messages().map { OutboxMail(id: $0.id, to: $0.to, subject: $0.subject, date: $0.date) }
    }

    public func mail(id: String) throws -> OutboxMail? {
        try message(id: id).map { message in
            OutboxMail(
                id: message.entry.id, to: message.entry.to, subject: message.entry.subject, date: message.entry.date,
                text: message.text, html: message.html)
        }
    }
}
