import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoStore

extension ServerOptions {
    /// The result of putting a new master key in force.
    public struct KeyRotation: Encodable, Sendable {
        /// Why there is a new key.
        public enum Cause: Sendable {
            /// The keys before it stay for what lives for an hour.
            case planned
            /// Somebody may know the keys before it, so they end now. Drafts and results of jobs are lost.
            case leaked
            /// The key before it is gone. The sign-ins whose tokens no key opens end, and drafts and results of jobs are lost.
            case lost
        }

        /// The number of stored tokens of gateways that are sealed with it now, and were not before.
        public let sealed: Int
        /// The number of those that no key opens.
        public let lost: Int
    }

    /// Puts a new master key in force, and seals the stored tokens of gateways with it.
    ///
    /// Without the option `gateway.key`, the key is made here, so no server may run on the data folder. With the option, the
    /// new key is the first of several; no server may run unless the change is planned.
    ///
    /// - Throws: ``StartFailure``
    public func rotateKeys(_ cause: KeyRotation.Cause = .planned) async throws -> KeyRotation {
        let folder = DataFolder(path: dataFolder)
        try postgreSQL == nil ? folder.requireDatabase() : folder.create()
        let isOwn = masterKeys.isEmpty
        let lock = try isOwn || (cause != .planned && postgreSQL == nil) ? folder.lock() : nil
        defer { withExtendedLifetime(lock) {} }
        let database = try await openDatabase()
        if cause != .planned { try await postgreSQL?.requireNoServers(on: database) }
        let keys = try await isOwn ? newKeys(in: folder, cause, database) : masterKeys
        guard isOwn || keys.count > 1 || cause == .lost else {
            throw StartFailure(
                "gateway.key holds one key: put a new one (openssl rand -base64 32) and a space after it on all servers, and "
                    + "start them again; then put the new one first on all; then run this command again")
        }
        let box = try await usable(keys, cause, database)
        // Until everything is sealed with the new key, all stay.
        if isOwn { try folder.replaceMasterKeys(keys) }
        let rotation = try await putInForce(box, cause, database)
        if isOwn { try folder.replaceMasterKeys(Array(keys.prefix(cause == .planned ? 2 : 1))) }
        return rotation
    }

    /// A new key, and those in the file.
    private func newKeys(
        in folder: DataFolder, _ cause: KeyRotation.Cause, _ database: any SQLDatabase
    ) async throws -> [Data] {
        if cause != .lost, let problem = try await MasterKeys.problem(ofFileIn: folder, SQLKeyStore(database)) {
            throw StartFailure(problem)
        }
        return [SecretBox.newKey()] + (folder.hasMasterKeys ? try folder.masterKeys() : [])
    }

    /// The keys that are not revoked. Unless the key is lost, the database is used with one of them.
    private func usable(
        _ keys: [Data], _ cause: KeyRotation.Cause, _ database: any SQLDatabase
    ) async throws -> SecretBox {
        let store = SQLKeyStore(database)
        let revoked = try await store.revoked()
        let box = try SecretBox(masterKeys: keys)
        guard let first = box.fingerprints.first, !revoked.contains(first), let usable = box.removing(revoked) else {
            throw StartFailure("the first key was removed by keys rotate --at-once: put a new one before it")
        }
        let isAccepted = try await store.accepts(usable)
        guard isAccepted || cause == .lost else {
            throw StartFailure(
                "no key here is one that the database is used with: restore it; if it is lost, add --lost to start over"
            )
        }
        return usable
    }

    private func putInForce(
        _ box: SecretBox, _ cause: KeyRotation.Cause, _ database: any SQLDatabase
    ) async throws -> KeyRotation {
        let auth = AuthServices(database, options: self)
        var ended = 0
        let (sealed, lost) = try await GatewayAccess(box: box).reseal(in: auth.store) { token in
            guard cause == .lost else { return }
            switch token.place {
            case .signIn(let id):
                ended += try await auth.users.endSignIns(.one(id), of: token.account, client: Client())
            case .ended(let id): try await auth.store.forgetEndedGatewayToken(id)
            }
        }
        let others = Set(box.fingerprints.dropFirst())
        if cause != .planned, let current = box.removing(others) {
            try await SQLSealedRows(database, draftsSince: .distantPast).deleteUnreadable(with: current)
        }
        try await SQLKeyStore(database).putInForce(box, others: cause == .leaked ? .revoked : .retired)
        return KeyRotation(sealed: sealed, lost: cause == .lost ? ended : lost)
    }
}
