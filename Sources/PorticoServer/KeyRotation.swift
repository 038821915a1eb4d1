import Foundation
import PorticoAuth
import PorticoSQL

extension ServerOptions {
    /// The result of putting a new master key in force.
    public struct KeyRotation: Encodable, Sendable {
        /// The number of stored tokens of gateways that are sealed with it now, and were not before.
        public let sealed: Int
        /// The number of those that no key opens.
        public let lost: Int
    }

    /// Puts a new master key in force, and seals the stored tokens of gateways with it.
    ///
    /// Without the option `gateway.key`, the key is made here, so no server may run on the data folder; the key before it
    /// stays in the file for what lives for an hour. With the option, the new key is the first of several.
    ///
    /// - Parameter isAtOnce: whether the keys before it are removed now, because somebody may know them. What lives for an
    ///   hour is lost.
    /// - Throws: ``StartFailure``
    public func rotateKeys(isAtOnce: Bool = false) async throws -> KeyRotation {
        guard masterKeys.isEmpty else {
            guard !isAtOnce else {
                throw StartFailure(
                    "gateway.key holds the keys, so this command cannot remove one: stop all servers, run it without "
                        + "--at-once, and remove the earlier key before they start again")
            }
            guard masterKeys.count > 1 else {
                throw StartFailure(
                    "gateway.key holds one key: put a new one (openssl rand -base64 32) and a space before it, start all "
                        + "servers again, then run this command again")
            }
            return try await reseal(with: masterKeys)
        }
        let folder = DataFolder(path: dataFolder)
        try postgreSQL == nil ? folder.requireDatabase() : folder.create()
        let lock = try folder.lock()
        defer { withExtendedLifetime(lock) {} }
        let keys = [SecretBox.newKey()] + (try folder.masterKeys())
        // Until everything is sealed with the new key, all stay.
        try folder.replaceMasterKeys(keys)
        let rotation = try await reseal(with: keys)
        try folder.replaceMasterKeys(Array(keys.prefix(isAtOnce ? 1 : 2)))
        return rotation
    }

    private func reseal(with keys: [Data]) async throws -> KeyRotation {
        let store = SQLAuthStore(try await openDatabase())
        let (sealed, lost) = try await GatewayAccess(box: SecretBox(masterKeys: keys)).reseal(in: store)
        return KeyRotation(sealed: sealed, lost: lost)
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
