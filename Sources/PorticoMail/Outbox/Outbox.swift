import Foundation
import PorticoAuth

/// Delivers mails to a folder, for development and installations without a mail server.
///
/// Each mail is a file with the bytes that SMTP would send, readable only by its owner. The newest 200 are kept; other
/// files are left alone.
public actor Outbox: MailTransport {
    /// Maximum number of mails kept.
    public static let limit = 200

    private let folder: OutboxFolder
    private let limit: Int

    /// - Parameter folder: created with the first mail if missing.
    public init(folder: String) {
        self.init(folder: folder, limit: Self.limit)
    }

    init(folder: String, limit: Int) {
        self.folder = OutboxFolder(path: folder)
        self.limit = limit
    }

    /// - Throws: a ``MailFailure`` that is not permanent if the file cannot be written.
    public func send(_ message: MailMessage) async throws(MailFailure) {
        do {
            try folder.prepare()
            let names = try folder.names()
            let name = OutboxName(number: (names.last?.number ?? 0) + 1, message)
            try folder.write(message.bytes, as: name)
            for old in names.dropLast(limit - 1) { try folder.remove(old) }
        } catch {
            throw MailFailure("The outbox, \(folder.path), cannot be written: \(error).")
        }
    }

    /// The mails in the folder, newest first; empty if the folder does not exist.
    public func messages() throws -> [OutboxEntry] {
        try folder.names().reversed().compactMap { try read($0)?.entry }
    }

    /// The mail with this id; nil if there is none.
    public func message(id: OutboxEntry.ID) throws -> OutboxMessage? {
        guard let name = try folder.names().last(where: { $0.id == id }) else { return nil }
        return try read(name)
    }

    /// nil if the mail was removed since, or the file is not a mail.
    private func read(_ name: OutboxName) throws -> OutboxMessage? {
        try folder.read(name).flatMap { OutboxMessage(id: name.id, bytes: $0) }
    }
}
