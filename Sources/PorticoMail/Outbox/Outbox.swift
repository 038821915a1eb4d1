import Foundation
import Logging
import PorticoStore

/// Delivers mails to a folder, for development and installations without a mail server.
///
/// Each mail is a file with the same bytes as over SMTP, readable only by its owner. The log names the file. The newest
/// 10 000 mails are kept. The log names the removed ones; other files stay.
package actor Outbox: MailTransport {
    /// Maximum number of mails kept.
    package static let limit = 10_000

    private let folder: OutboxFolder
    private let limit: Int
    private let logger: Logger
    /// The mails in the folder; nil before the first mail is sent. Listing thousands of files takes long.
    private var sent: [OutboxName]?

    /// - Parameter folder: created with the first mail if missing.
    package init(folder: String, logger: Logger) {
        self.init(folder: folder, limit: Self.limit, logger: logger)
    }

    init(folder: String, limit: Int, logger: Logger) {
        self.folder = OutboxFolder(path: folder)
        self.limit = limit
        self.logger = logger
    }

    /// - Throws: a ``MailFailure`` that is not permanent if the file cannot be written.
    package func send(_ message: MailMessage) async throws(MailFailure) {
        do {
            try folder.prepare()
            var names = try sent ?? folder.names()
            let name = OutboxName(number: (names.last?.number ?? 0) + 1, message)
            try folder.write(message.bytes, as: name)
            names.append(name)
            sent = names
            logger.notice("without mail.host, the mail is a file", metadata: ["file": "\(folder.pattern(of: name))"])
            try removeOldest(of: names)
        } catch {
            throw MailFailure("The outbox, \(folder.path), cannot be written: \(error).")
        }
    }

    private func removeOldest(of names: [OutboxName]) throws {
        for old in names.dropLast(limit) {
            try folder.remove(old)
            logger.warning(
                "the outbox has more mails than it keeps, and the oldest was removed",
                metadata: ["file": "\(folder.pattern(of: old))"])
        }
        sent = names.suffix(limit)
    }

    /// The mails in the folder, newest first; empty if the folder does not exist.
    package func messages() throws -> [OutboxEntry] {
        try folder.names().reversed().compactMap { try read($0)?.entry }
    }

    /// The mail with this id; nil if there is none.
    package func message(id: OutboxEntry.ID) throws -> OutboxMessage? {
        guard let name = try folder.names().last(where: { $0.id == id }) else { return nil }
        return try read(name)
    }

    /// nil if the mail was removed in the meantime, or the file is not a mail.
    private func read(_ name: OutboxName) throws -> OutboxMessage? {
        try folder.read(name).flatMap { OutboxMessage(id: name.id, bytes: $0) }
    }
}
