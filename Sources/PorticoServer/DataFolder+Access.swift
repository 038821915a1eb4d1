import Foundation
import Logging
import PorticoBytes

// The owner of the folder alone can read it, and owns all files in it.
extension DataFolder {
    /// Gives the folder the mode 0700 and its files 0600, and logs which of them others could access before. Root also
    /// gives files to the owner of the folder.
    func tighten(_ logger: Logger) {
        for file in [path] + files() {
            guard let status = file == path ? folderStatus : FileStatus(of: file), !status.isLink else { continue }
            if status.mode & 0o077 != 0 { tighten(file, mode: status.mode & 0o700, logger) }
            guard keepOwner(of: file) else { continue }
            logger.warning("it belongs to the owner of its folder now", metadata: ["path": "\(file)"])
        }
    }

    private func tighten(_ file: String, mode: mode_t, _ logger: Logger) {
        if chmod(file, mode) == 0 {
            logger.warning("others could read it, and can no longer", metadata: ["path": "\(file)"])
        } else {
            logger.warning("others can read it: only its owner can change that", metadata: ["path": "\(file)"])
        }
    }

    /// The paths of Portico's files in the folder, and of the mails in the outbox. Files of others stay as they are.
    private func files() -> [String] {
        let names = Self.names(in: path).filter { name in
            name.begins(with: "portico.") || name.hasBytes(of: "-key") || ["setup-link", "outbox"].contains(name)
        }
        return names.map { "\(path)/\($0)" } + Self.names(in: outboxPath).map { "\(outboxPath)/\($0)" }
    }

    /// Empty if the folder cannot be read, or is missing.
    static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// The status of the folder, not of a link to it.
    private var folderStatus: FileStatus? { FileStatus(of: "\(path)/.") }

    /// Gives a file that root made to the owner of the folder.
    ///
    /// - Returns: whether another user owned it.
    @discardableResult
    func keepOwner(of file: String) -> Bool {
        guard geteuid() == 0, let folder = folderStatus, let status = FileStatus(of: file),
            status.owner != folder.owner
        else { return false }
        return lchown(file, folder.owner, folder.group) == 0
    }

    /// - Throws: ``StartFailure`` if this process may not write the folder, or everybody may.
    func requireAccess() throws {
        // Such as /tmp, which others need.
        guard folderStatus.map({ $0.mode & 0o1002 }) != 0o1002 else {
            throw StartFailure("the data folder \(path) is shared with everybody: choose a folder of its own")
        }
        guard access(path, W_OK | X_OK) == 0 else {
            throw StartFailure("the data folder \(path) may not be written\(Self.owner(of: path))")
        }
    }

    /// - Throws: ``StartFailure`` if this process may not read and write an existing file.
    func requireAccess(to file: String) throws {
        guard access(file, R_OK | W_OK) != 0, errno != ENOENT else { return }
        throw StartFailure("\(file) may not be read and written\(Self.owner(of: file))")
    }

    /// The end of a sentence about a file that this process may not use.
    private static func owner(of file: String) -> String {
        let reason = String(cString: strerror(errno))
        guard let status = FileStatus(of: file), status.owner != geteuid() else { return ": \(reason)" }
        return ": it belongs to \(status.ownerName); run as \(status.ownerName), or change its owner with chown"
    }
}

/// The owner and the permissions of a file.
private struct FileStatus {
    let mode: mode_t
    let owner: uid_t
    let group: gid_t
    let ownerName: String
    let isLink: Bool

    /// nil if there is no such file, or its folder cannot be read.
    init?(of path: String) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let mode = attributes[.posixPermissions] as? NSNumber,
            let owner = attributes[.ownerAccountID] as? NSNumber,
            let group = attributes[.groupOwnerAccountID] as? NSNumber
        else { return nil }
        self.mode = mode_t(truncating: mode)
        self.owner = owner.uint32Value
        self.group = group.uint32Value
        ownerName = attributes[.ownerAccountName] as? String ?? "user \(owner)"
        isLink = attributes[.type] as? FileAttributeType == .typeSymbolicLink
    }
}

extension Error {
    /// The reason of a failed file operation, in the system's words without codes.
    var reason: String {
        let cause = (self as? POSIXError) ?? ((self as? CocoaError)?.underlying as? POSIXError)
        if let cause { return String(cString: strerror(cause.code.rawValue)) }
        switch (self as? CocoaError)?.code {
        case .fileNoSuchFile?, .fileReadNoSuchFile?: return String(cString: strerror(ENOENT))
        case .fileReadNoPermission?, .fileWriteNoPermission?: return String(cString: strerror(EACCES))
        default: return localizedDescription
        }
    }
}
