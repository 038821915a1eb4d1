import Foundation
import PorticoStore

/// The fingerprints of the master keys that a database is used with.
///
/// The keys of servers differ while a new one is put in force, so a server belongs to the database if it has one of them.
public struct SQLKeyStore: Sendable {
    /// What has become of the keys before the one in force.
    public enum Ending: String, Sendable {
        /// Servers may still have them, for what lives for an hour.
        case retired
        /// Somebody may know them, so no server uses them.
        case revoked
    }

    private let database: any SQLDatabase

    private static let used = "used"

    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// Whether the database is used with any key.
    public func isEmpty() async throws -> Bool { try await fingerprints(in: Self.used).isEmpty }

    /// Whether `box` has a key that the database is used with. A database that is used with none takes any.
    public func accepts(_ box: SecretBox) async throws -> Bool {
        let used = try await fingerprints(in: Self.used)
        return used.isEmpty || !used.isDisjoint(with: box.fingerprints)
    }

    /// Adds the keys of `box`, if the database accepts them. Keys that were retired or revoked stay so.
    public func add(_ box: SecretBox) async throws {
        try await database.write { connection in
            let all = try connection.rows("SELECT fingerprint, state FROM key_fingerprints", [])
            let known = Set(try all.map { try $0.value("fingerprint") as Data })
            let used = Set(
                try all.filter { try $0.value("state") == Self.used }.map { try $0.value("fingerprint") as Data })
            guard !known.isSuperset(of: box.fingerprints), used.isEmpty || !used.isDisjoint(with: box.fingerprints)
            else { return }
            for fingerprint in box.fingerprints {
                try connection.execute(
                    "INSERT INTO key_fingerprints (fingerprint, state) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    [fingerprint, Self.used])
            }
        }
    }

    /// The keys that no server uses any more.
    public func revoked() async throws -> Set<Data> { try await fingerprints(in: Ending.revoked.rawValue) }

    /// Puts the first key of `box` in force. All others end.
    public func putInForce(_ box: SecretBox, others ending: Ending) async throws {
        let before = box.fingerprints.dropFirst()
        _ = try await database.write { connection in
            let states = [(before, ending.rawValue), (box.fingerprints.prefix(1), Self.used)]
            // A key that was revoked once stays so.
            try connection.execute(
                "UPDATE key_fingerprints SET state = $1 WHERE state <> $2", [ending.rawValue, Ending.revoked.rawValue])
            for (fingerprints, state) in states {
                for fingerprint in fingerprints {
                    try connection.execute(
                        """
                        INSERT INTO key_fingerprints (fingerprint, state) VALUES ($1, $2)
                        ON CONFLICT (fingerprint) DO UPDATE SET state = excluded.state
                        """, [fingerprint, state])
                }
            }
        }
    }

    private func fingerprints(in state: String) async throws -> Set<Data> {
        let rows = try await database.ask {
            try $0.rows("SELECT fingerprint FROM key_fingerprints WHERE state = $1", [state])
        }
        return Set(try rows.map { try $0.value("fingerprint") })
    }
}
