import Foundation
import Logging
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoStore
import Synchronization

/// The master keys of a server, compared with those of its database. A server with a wrong key encrypts and signs
/// nothing: the other servers could not read it.
final class MasterKeys: Sendable {
    private final class State: Sendable {
        private let verdict: Mutex<SQLKeyStore.Verdict>

        init(_ verdict: SQLKeyStore.Verdict) {
            self.verdict = Mutex(verdict)
        }

        var isAdmitted: Bool { verdict.withLock { $0.isAdmitted } }

        func exchange(_ new: SQLKeyStore.Verdict) -> SQLKeyStore.Verdict {
            verdict.withLock { verdict in
                let old = verdict
                verdict = new
                return old
            }
        }
    }

    let box: SecretBox
    /// Includes keys that have ended.
    private let all: SecretBox
    private let comparison: KeyComparison
    private let state: State
    private let logger: Logger

    /// The keys of `gateway.key`, or of the file in the data folder. Creates a missing file, unless stored data needs
    /// the missing key.
    ///
    /// - Throws: ``StartFailure``
    init(_ options: ServerOptions, folder: DataFolder, database: any SQLDatabase, logger: Logger) async throws {
        comparison = KeyComparison(options, folder: folder, database: database)
        self.logger = logger
        let stored = try comparison.keys()
        let keys = stored ?? [SecretBox.newKey()]
        all = try SecretBox(masterKeys: keys)
        if stored == nil {
            let verdict = try await comparison.store.verdict(on: all)
            if let problem = comparison.problem(verdict, isMissing: true) { throw StartFailure(problem) }
            // Writes the file first, so that the database never depends on a key that is not stored.
            try folder.replaceMasterKeys(keys)
        }
        let verdict = try await comparison.store.admit(all)
        let state = State(verdict)
        self.state = state
        // Opens nothing with a revoked key, because somebody may know it.
        box = (try await comparison.store.removingRevoked(from: all) ?? SecretBox()).working { state.isAdmitted }
        report(verdict)
    }

    /// The reason why this server cannot work with the database, in words that anybody may read; nil if it can.
    var problem: String? { state.isAdmitted ? nil : StorageFailure.Cause.unknownKey.rawValue }

    /// Compares the keys once more.
    func compare() async throws {
        let verdict = try await comparison.store.admit(all)
        let old = state.exchange(verdict)
        if old.isAdmitted != verdict.isAdmitted { report(verdict) }
    }

    private func report(_ verdict: SQLKeyStore.Verdict) {
        if let problem = comparison.problem(verdict) {
            logger.error("\(problem): until then, this server is not ready, does not lead and encrypts nothing")
        }
        if verdict == .new(isFirst: false) {
            logger.warning("the database is used with another key too: servers cannot read what the others encrypt")
        }
    }
}

/// Compares the keys of an installation with those of its database, and describes a mismatch.
struct KeyComparison: Sendable {
    let store: SQLKeyStore
    /// Whether servers share the database without `gateway.key`, so that each has a key of its own.
    let isOwnOfEach: Bool
    private let optionKeys: [Data]
    private let folder: DataFolder

    init(_ options: ServerOptions, folder: DataFolder, database: any SQLDatabase) {
        optionKeys = options.masterKeys
        self.folder = folder
        isOwnOfEach = options.masterKeys.isEmpty && options.postgreSQL != nil
        store = SQLKeyStore(database, isOwnOfEach: isOwnOfEach, draftLifetime: Drafts.lifetime)
    }

    /// The keys of `gateway.key`, or of the file; nil if there are none.
    ///
    /// - Throws: ``StartFailure``
    func keys() throws -> [Data]? { optionKeys.isEmpty ? try folder.masterKeys() : optionKeys }

    private static let restart = "if it is lost, the command keys rotate --lost starts over with a new one"

    /// - Parameter isMissing: whether the file of the keys is missing.
    /// - Returns: nil if the database may be used with the keys.
    func problem(_ verdict: SQLKeyStore.Verdict, isMissing: Bool = false) -> String? {
        let place = optionKeys.isEmpty ? folder.masterKeysPath : "gateway.key"
        return switch verdict {
        case .known, .new: nil
        case .stranger where isMissing:
            "\(place) is missing: restore it from a backup, or set gateway.key; \(Self.restart)"
        case .stranger:
            "\(place) holds no key that the database is used with: set the one of the other servers, or restore it; "
                + Self.restart
        case .ended(.retired): "the first key of \(place) was replaced by keys rotate: put the one in force before it"
        case .ended(.revoked): "the first key of \(place) was ended by keys rotate --at-once: set the one in force"
        }
    }
}

extension SecretBox {
    /// - Parameter masterKeys: the key in force first.
    /// - Throws: ``StartFailure``
    init(masterKeys: [Data]) throws {
        guard let box = SecretBox(keys: masterKeys) else { throw StartFailure("a master key must have 32 bytes") }
        self = box
    }
}
