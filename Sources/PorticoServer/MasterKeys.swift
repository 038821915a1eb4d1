import Foundation
import Logging
import PorticoSQL
import PorticoStore

/// The master keys of a server, compared with those that its database is used with.
struct MasterKeys: Sendable {
    let box: SecretBox
    /// Where the keys are, for sentences.
    private let place: String
    private let store: SQLKeyStore

    private static let restart = "if it is lost, the command keys rotate --lost starts over with a new one"

    /// The keys of `gateway.key`, or of the file in the data folder, which is made for a database that is used with none.
    ///
    /// - Throws: ``StartFailure``
    init(_ options: ServerOptions, folder: DataFolder, database: any SQLDatabase) async throws {
        store = SQLKeyStore(database)
        place = options.masterKeys.isEmpty ? folder.masterKeysPath : "gateway.key"
        if options.masterKeys.isEmpty, let problem = try await Self.problem(ofFileIn: folder, store) {
            throw StartFailure(problem)
        }
        let keys = try SecretBox(masterKeys: options.masterKeys.isEmpty ? folder.masterKeys() : options.masterKeys)
        guard let box = try await keys.removing(store.revoked()) else {
            throw StartFailure(
                "\(place) holds only keys that were removed by keys rotate --at-once: set the one in force")
        }
        self.box = box
    }

    /// Says that the file of the keys is missing although the database is used with one; nil otherwise.
    static func problem(ofFileIn folder: DataFolder, _ store: SQLKeyStore) async throws -> String? {
        guard !folder.hasMasterKeys, try await !store.isEmpty() else { return nil }
        return "\(folder.masterKeysPath) is missing: restore it from a backup, or set gateway.key; \(Self.restart)"
    }

    /// Adds the keys to those of the database, or says in the log why they are not.
    ///
    /// - Returns: whether this server can read stored secrets.
    func register(_ logger: Logger) async throws -> Bool {
        try await store.add(box)
        guard let problem = try await problem() else { return true }
        logger.error("\(problem)")
        return false
    }

    /// Why this server cannot read stored secrets; nil if it can.
    func problem() async throws -> String? {
        guard try await !store.accepts(box) else { return nil }
        return "\(place) holds no key that the database is used with: set the one of the other servers, or restore it; "
            + Self.restart
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
