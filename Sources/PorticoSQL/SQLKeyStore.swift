import Foundation
import PorticoStore

/// The fingerprints of the master keys that a database is used with.
///
/// The keys of servers differ while a new one is put in force, so a server belongs to the database if it has one of them.
public struct SQLKeyStore: Sendable {
    /// The keys of one server, compared with those that the database is used with.
    public enum Verdict: Hashable, Sendable {
        /// The database is used with one of them.
        case known
        /// The database is used with none, or with others, but nothing is stored that these cannot open.
        case new(isFirst: Bool)
        /// The first one has ended, so nothing may be made with it.
        case ended(Ending)
        /// They open nothing of what is stored.
        case stranger

        /// Whether something may be made with the first key.
        public var isAdmitted: Bool {
            switch self {
            case .known, .new: true
            case .ended, .stranger: false
            }
        }
    }

    /// The end of a key.
    public enum Ending: String, Sendable {
        /// Another one has taken its place. Servers may still have it behind that one, for what lives for an hour.
        case retired
        /// Somebody may know it, so no server uses it.
        case revoked
    }

    private let database: any SQLDatabase
    /// Whether only tokens of gateways decide whether keys are strangers.
    private let onlyTokens: Bool
    /// Lifetime of a draft, in seconds.
    private let draftLifetime: TimeInterval

    private static let used = "used"

    /// - Parameter onlyTokens: for servers whose keys differ although they share the database: then only tokens of gateways
    ///   decide whether keys are strangers.
    public init(_ database: any SQLDatabase, onlyTokens: Bool = false, draftLifetime: TimeInterval) {
        self.database = database
        self.onlyTokens = onlyTokens
        self.draftLifetime = draftLifetime
    }

    /// Compares the keys of `box`, and adds them to those that the database is used with if they belong to it. Keys that have
    /// ended stay so. Of two servers that start at once, the second one sees the key of the first.
    public func admit(_ box: SecretBox) async throws -> Verdict {
        let (verdict, isRegistered) = try await database.read { [self] connection -> (Verdict, Bool) in
            let states = try Self.states(connection)
            return (try self.verdict(on: box, states, connection), box.fingerprints.allSatisfy { states[$0] != nil })
        }
        if isRegistered || !verdict.isAdmitted { return verdict }
        return try await database.write { [self] connection -> Verdict in
            let states = try Self.states(connection)
            let verdict = try self.verdict(on: box, states, connection)
            switch verdict {
            case .known, .new:
                for fingerprint in box.fingerprints where states[fingerprint] == nil {
                    try connection.execute(
                        "INSERT INTO key_fingerprints (fingerprint, state) VALUES ($1, $2)", [fingerprint, Self.used])
                }
            case .ended, .stranger: break
            }
            return verdict
        }
    }

    /// Compares the keys of `box`, and changes nothing.
    public func verdict(on box: SecretBox) async throws -> Verdict {
        try await database.read { [self] in try verdict(on: box, Self.states($0), $0) }
    }

    private func verdict(
        on box: SecretBox, _ states: [Data: String], _ connection: any SQLConnection
    ) throws -> Verdict {
        if let ending = box.fingerprints.first.flatMap({ states[$0] }).flatMap(Ending.init) { return .ended(ending) }
        if box.fingerprints.contains(where: { states[$0] == Self.used }) { return .known }
        let isStranger = try SQLSealedRows.isStranger(
            box, in: connection, onlyTokens: onlyTokens, draftsSince: Date(timeIntervalSinceNow: -draftLifetime))
        return isStranger ? .stranger : .new(isFirst: !states.values.contains(Self.used))
    }

    /// The keys that no server uses any more.
    public func revoked() async throws -> Set<Data> {
        Set(try await database.read(Self.states).filter { $0.value == Ending.revoked.rawValue }.keys)
    }

    /// Puts the first key of `box` in force. Its others end.
    ///
    /// - Parameter startsOver: whether all other keys end that the database is used with.
    public func putInForce(_ box: SecretBox, others ending: Ending, startsOver: Bool = false) async throws {
        _ = try await database.write { connection in
            if startsOver {
                try connection.execute(
                    "UPDATE key_fingerprints SET state = $1 WHERE state = $2", [ending.rawValue, Self.used])
            }
            let states = box.fingerprints.enumerated().map { ($1, $0 == 0 ? Self.used : ending.rawValue) }
            for (fingerprint, state) in states {
                try connection.execute(
                    """
                    INSERT INTO key_fingerprints (fingerprint, state) VALUES ($1, $2)
                    ON CONFLICT (fingerprint) DO UPDATE SET state = excluded.state
                    """, [fingerprint, state])
            }
        }
    }

    private static func states(_ connection: any SQLConnection) throws -> [Data: String] {
        let rows = try connection.rows("SELECT fingerprint, state FROM key_fingerprints", [])
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.value("fingerprint"), try $0.value("state")) })
    }
}
