import PorticoBytes
import Synchronization

/// Public files added while the server runs, by the fingerprint of their folder.
final class PublishedFiles: Sendable {
    private struct State {
        var folders: [String: [String: Asset]] = [:]
        /// In order of publication.
        var order: [String] = []
        /// The folders in force.
        var current: Set<String> = []
        var fixed: [String: Asset] = [:]
    }

    /// The maximum number of folders that are not in force.
    static let limit = 8

    private let state = Mutex(State())

    /// Adds folders, by fingerprint.
    ///
    /// - Parameter fixed: the files at fixed paths, which put these folders in force in place of others; nil otherwise.
    func add(_ folders: [(fingerprint: String, files: [String: Asset])], fixed: [String: Asset]?) {
        state.withLock { state in
            for (fingerprint, files) in folders {
                state.folders[fingerprint] = files
                state.order.removeAll { $0 == fingerprint }
                state.order.append(fingerprint)
            }
            if let fixed { (state.current, state.fixed) = (Set(folders.map(\.fingerprint)), fixed) }
            while state.order.count - state.current.count > Self.limit,
                let oldest = state.order.firstIndex(where: { !state.current.contains($0) })
            {
                state.folders[state.order.remove(at: oldest)] = nil
            }
        }
    }

    /// - Parameter path: the fingerprint and the name, `FINGERPRINT/NAME`.
    func file(_ path: String) -> Asset? {
        guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        return state.withLock { $0.folders[String(path[..<slash])]?[String(path[path.index(after: slash)...])] }
    }

    /// Whether there is a folder of this fingerprint.
    func contains(_ fingerprint: Substring) -> Bool { state.withLock { $0.folders[String(fingerprint)] != nil } }

    func fixed(_ path: String) -> Asset? { state.withLock { $0.fixed[path] } }
}
