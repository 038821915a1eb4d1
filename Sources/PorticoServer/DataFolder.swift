import Foundation
import PorticoAuth
import PorticoSQL
import PorticoSQLite

/// The folder of a server's data: the database, the lock, the set-up link.
public struct DataFolder: Sendable {
    public let path: String

    public init(path: String) {
        self.path = path
    }

    /// Creates the folder if missing, accessible only by its owner.
    ///
    /// - Throws: ``StartFailure``
    public func create() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            let reason = cause.map { String(cString: strerror($0.code.rawValue)) } ?? error.localizedDescription
            throw StartFailure("the data folder \(path) cannot be made: \(reason)")
        }
        try requireAccess()
    }

    /// Requires an existing database.
    ///
    /// - Throws: ``StartFailure``
    public func requireDatabase() throws {
        guard access(databasePath, F_OK) == 0 || errno == EACCES else {
            throw StartFailure("there is no database in \(path)")
        }
        try requireAccess()
    }

    /// Removes the permissions of other users for the folder and its files.
    ///
    /// - Returns: the paths that other users could access before.
    func tighten() -> [String] {
        let names = [
            "portico.sqlite", "portico.sqlite-wal", "portico.sqlite-shm", "portico.lock", "gateway-key", "setup-link",
            "outbox",
        ]
        return ([path] + names.map { "\(path)/\($0)" }).filter { path in
            let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            guard let mode, mode & 0o077 != 0 else { return false }
            return chmod(path, mode_t(mode & 0o700)) == 0
        }
    }

    private func requireAccess() throws {
        guard access(path, W_OK | X_OK) == 0 else { throw StartFailure("the data folder \(path) may not be written") }
    }

    /// Opens the database in the folder, and creates it if missing.
    ///
    /// - Throws: ``StartFailure``
    public func openDatabase() throws -> Database {
        // SQLite gives its other files the mode of the database.
        let descriptor = open(databasePath, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
        do {
            return try Database.open(path: databasePath)
        } catch {
            throw StartFailure("the database in \(path) cannot be opened: \(error)")
        }
    }

    /// The options stored in the database; empty if there is no database.
    func keptOptions() async throws -> [String: String] {
        guard access(databasePath, F_OK) == 0 else { return [:] }
        let database = try openDatabase()
        let kept = try await StoredOptions(store: SQLConfigStore(database)).values()
        try database.close()
        return kept
    }

    /// Locks the folder against other servers for the lifetime of the lock.
    ///
    /// - Throws: ``StartFailure`` if another server holds the lock.
    func lock() throws -> Lock {
        let descriptor = open("\(path)/portico.lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StartFailure("the data folder \(path) may not be written") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw StartFailure("another server is running on the data folder \(path)")
        }
        return Lock(descriptor: descriptor)
    }

    /// The lock of a folder's only server. The system releases it when the process ends, even if killed.
    final class Lock: Sendable {
        private let descriptor: Int32

        fileprivate init(descriptor: Int32) {
            self.descriptor = descriptor
        }

        deinit {
            close(descriptor)
        }
    }

    private var databasePath: String { "\(path)/portico.sqlite" }

    /// The folder for mails if no mail server is configured.
    var outboxPath: String { "\(path)/outbox" }

    var setupLinkPath: String { "\(path)/setup-link" }

    /// Writes the one-time link, readable only by the owner.
    func writeSetupLink(_ link: String) throws {
        removeSetupLink()
        try write("\(link)\n", to: setupLinkPath)
    }

    /// The 32-byte key for gateway tokens and drafts. Created if missing, readable only by the owner.
    func gatewayKey() throws -> Data {
        let path = "\(path)/gateway-key"
        if access(path, F_OK) != 0 {
            let draft = "\(path).new"
            unlink(draft)
            try write("\(SecretBox.newKey().base64EncodedString())\n", to: draft)
            guard rename(draft, path) == 0 else { throw StartFailure("\(path) cannot be written") }
        }
        let text = try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let key = Data(base64Encoded: text), key.count == 32 else {
            throw StartFailure("\(path) must hold 32 bytes in base64")
        }
        return key
    }

    /// Creates a file readable only by its owner.
    private func write(_ text: String, to path: String) throws {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StartFailure("\(path) cannot be written") }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data(text.utf8))
        try handle.synchronize()
        try handle.close()
    }

    func removeSetupLink() {
        unlink(setupLinkPath)
    }
}
