import Foundation
import PorticoBytes

/// The files of an outbox.
struct OutboxFolder: Sendable {
    let path: String

    func file(of name: OutboxName) -> String { "\(path)/\(name.file)" }

    /// A file pattern without the recipient's address, for the log.
    func pattern(of name: OutboxName) -> String { "\(path)/\(name.id.before("-"))-*" }

    /// Creates the folder, accessible only by its owner.
    func prepare() throws {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// The names of the mails in the order of creation.
    func names() throws -> [OutboxName] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: path).compactMap(OutboxName.init(file:)).sorted {
            ($0.number, $0.id) < ($1.number, $1.id)
        }
    }

    /// Writes a mail atomically: a complete temporary file is renamed.
    func write(_ bytes: [UInt8], as name: OutboxName) throws {
        let draft = "\(path)/.\(UUID().uuidString).draft"
        let descriptor = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure }
        do {
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: bytes)
            guard rename(draft, file(of: name)) == 0 else { throw Self.failure }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// nil if the file does not exist or exceeds 4 MiB, the limit for mails of Portico.
    func read(_ name: OutboxName) throws -> [UInt8]? {
        let handle: FileHandle
        do {
            handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file(of: name)))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        }
        let limit = 4 << 20
        let bytes = try handle.read(upToCount: limit + 1).map(Array.init) ?? []
        return bytes.count > limit ? nil : bytes
    }

    func remove(_ name: OutboxName) throws {
        guard unlink(file(of: name)) == 0 || errno == ENOENT else { throw Self.failure }
    }

    private static var failure: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
