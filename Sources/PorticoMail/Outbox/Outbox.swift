import Foundation
import PorticoAuth

/// Mail that goes no further than a folder: where no server is configured, and while developing.
///
/// Each mail is one file with the bytes that SMTP would send, readable by its owner only. The newest 200 are kept; files
/// that are none of its own are left alone.
public actor Outbox: MailTransport {
    /// How many mails are kept.
    public static let limit = 200

    private let folder: OutboxFolder
    private let limit: Int

    /// - Parameter folder: made with the first mail where it is missing.
    public init(folder: String) {
        self.init(folder: folder, limit: Self.limit)
    }

    init(folder: String, limit: Int) {
        self.folder = OutboxFolder(path: folder)
        self.limit = limit
    }

    /// - Throws: a ``MailFailure`` that is not permanent where the file cannot be written.
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

    /// The mails in the folder, the newest first; none where there is no folder yet.
    public func messages() throws -> [OutboxEntry] {
        try folder.names().reversed().compactMap { try read($0)?.entry }
    }

    /// One mail; nil where `id` is none of those listed.
    public func message(id: OutboxEntry.ID) throws -> OutboxMessage? {
        guard let name = try folder.names().last(where: { $0.id == id }) else { return nil }
        return try read(name)
    }

    /// Nil where the mail went meanwhile, or the file is none.
    private func read(_ name: OutboxName) throws -> OutboxMessage? {
        try folder.read(name).flatMap { OutboxMessage(id: name.id, bytes: $0) }
    }
}
