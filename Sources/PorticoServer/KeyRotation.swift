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
            /// The former keys stay, for data that lives an hour.
            case planned
            /// Somebody may know the former keys, so they end now. Drafts and results of jobs are lost.
            case leaked
            /// The former key is lost. The sign-ins whose tokens no key opens end, and drafts and results of jobs are
            /// lost. Authenticator apps whose secrets no key opens stay, so that nobody signs in without one.
            case lost
        }

        /// The number of stored gateway tokens and secrets of authenticator apps that this key seals now and did not
        /// before.
        public let sealed: Int
        /// The number of stored gateway tokens that no key opens. If the key is lost, they are deleted.
        public let lost: Int
        /// The number of authenticator apps whose secrets no key opens.
        public let lostApps: Int
        /// The number of sign-ins at gateways that ended because their tokens were lost.
        public let ended: Int
        /// The number of drafts, kept pages and results of jobs that were removed.
        public let removed: Int
    }

    /// Puts a new master key in force, and seals the stored tokens of gateways and secrets of authenticator apps with
    /// it.
    ///
    /// Without the option `gateway.key`, this makes the key, so no server may run on the data folder. With the option,
    /// the new key is the first of several; no server may run unless the change is planned.
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
        let comparison = KeyComparison(self, folder: folder, database: database)
        let stored = try comparison.keys()
        guard isOwn || masterKeys.count > 1 || cause == .lost else {
            throw StartFailure(
                "gateway.key holds one key: put a new one (openssl rand -base64 32) and a space after it on all servers, and "
                    + "start them again; then put the new one first on all; then run this command again")
        }
        let keys = isOwn ? [SecretBox.newKey()] + (stored ?? []) : masterKeys
        let box = try await usable(keys, cause, comparison, isMissing: stored == nil)
        if !isOwn, try await comparison.store.isBehind(box) {
            throw StartFailure("gateway.key begins with the key that is to end: put the new one first, on all servers")
        }
        // All keys stay until the new one seals everything.
        if isOwn { try folder.replaceMasterKeys(keys) }
        let rotation = try await putInForce(box, cause, database, comparison)
        if isOwn { try folder.replaceMasterKeys(Array(keys.prefix(cause == .planned ? 2 : 1))) }
        return rotation
    }

    /// The keys that are not revoked. Throws if the database is used with other keys, unless the key is lost.
    private func usable(
        _ keys: [Data], _ cause: KeyRotation.Cause, _ comparison: KeyComparison, isMissing: Bool
    ) async throws -> SecretBox {
        let box = try SecretBox(masterKeys: keys)
        let verdict = try await comparison.store.verdict(on: box)
        switch verdict {
        case .known, .new: break
        // A key that was replaced may be used again.
        case .ended(.retired): break
        case .stranger where cause == .lost: break
        case .ended(.revoked):
            throw StartFailure("the first key was ended by keys rotate --at-once: put a new one before it")
        case .stranger:
            if let problem = comparison.problem(verdict, isMissing: isMissing) { throw StartFailure(problem) }
        }
        return try await comparison.store.removingRevoked(from: box) ?? box
    }

    private func putInForce(
        _ box: SecretBox, _ cause: KeyRotation.Cause, _ database: any SQLDatabase, _ comparison: KeyComparison
    ) async throws -> KeyRotation {
        let auth = AuthServices(database, options: self)
        var (ended, forgotten) = (0, 0)
        let access = GatewayAccess(box: box)
        let (sealed, lost) = try await access.reseal(in: auth.store) { token in
            guard cause == .lost else { return }
            switch token.place {
            case .signIn(let id):
                ended += try await auth.users.endSignIns(.one(id), of: token.account, client: Client())
            case .pending(let pending):
                try await auth.store.write { _ = try $0.takePendingSignIn(pending) }
                forgotten += 1
            // These include the tokens of the sign-ins that have just ended.
            case .ended(let id):
                try await auth.store.forgetEndedGatewayToken(id)
                forgotten += 1
            }
        }
        let apps = try await access.resealTOTPs(in: auth.store)
        let rows = SQLSealedRows(database, draftsSince: .distantPast)
        var removed = 0
        if cause != .planned, let current = box.removing(Set(box.fingerprints.dropFirst())) {
            removed = try await rows.deleteUnreadable(with: current)
        }
        try await comparison.store.putInForce(
            box, others: cause == .leaked ? .revoked : .retired,
            startsOver: cause == .lost && !comparison.isOwnOfEach)
        return KeyRotation(
            sealed: sealed + apps.sealed, lost: cause == .lost ? forgotten : lost, lostApps: apps.lost, ended: ended,
            removed: removed)
    }
}
