import Foundation
import PorticoStore

/// The fingerprints of the master keys of a database: the keys in force, and waiting keys, which servers have but not
/// first.
///
/// During a change of keys, the keys of servers differ. A server belongs to the database if it has one of its keys.
public struct SQLKeyStore: Sendable {
    /// The keys of one server, compared with those of the database.
    public enum Verdict: Hashable, Sendable {
        /// One of them is a key of the database.
        case known
        /// The database has no keys yet, and they open its stored values; or each server has its own keys.
        case new(isFirst: Bool)
        /// The first one has ended, so this server must not encrypt.
        case ended(Ending)
        /// The database has other keys, or they open none of its stored values.
        case stranger

        /// Whether this server may encrypt with its first key.
        public var isAdmitted: Bool {
            switch self {
            case .known, .new: true
            case .ended, .stranger: false
            }
        }
    }

    /// The end of a key.
    public enum Ending: String, Sendable {
        /// Another key has replaced it. Servers may keep it behind that key, to open values that live for an hour.
        case retired
        /// It may have been disclosed, so no server uses it.
        case revoked
    }

    private let database: any SQLDatabase
    /// Whether each server has its own keys, so that every key is accepted.
    private let isOwnOfEach: Bool
    /// Lifetime of a draft, in seconds.
    private let draftLifetime: TimeInterval

    private static let used = "used"
    private static let waiting = "waiting"

    /// - Parameter isOwnOfEach: whether each server has its own keys although they share the database.
    public init(_ database: any SQLDatabase, isOwnOfEach: Bool = false, draftLifetime: TimeInterval) {
        self.database = database
        self.isOwnOfEach = isOwnOfEach
        self.draftLifetime = draftLifetime
    }

    /// Compares the keys of `box`, and adds them to the keys of the database if they belong to it. Ended keys stay
    /// ended. If two servers start at the same time, the second one sees the keys of the first.
    public func admit(_ box: SecretBox) async throws -> Verdict {
        let (verdict, isRegistered) = try await database.read { [self] connection -> (Verdict, Bool) in
            let states = try Self.states(connection)
            return (try self.verdict(on: box, states, connection), Self.changes(by: box, states).isEmpty)
        }
        if isRegistered || !verdict.isAdmitted { return verdict }
        return try await database.write { [self] connection -> Verdict in
            let states = try Self.states(connection)
            let verdict = try self.verdict(on: box, states, connection)
            if verdict.isAdmitted { try Self.set(Self.changes(by: box, states), connection) }
            return verdict
        }
    }

    /// The new states of keys when a server begins to use them: the first key is in force, the others wait. All keys of
    /// the very first server are in force, because an earlier version may have used them in another order.
    private static func changes(by box: SecretBox, _ states: [Data: String]) -> [(fingerprint: Data, state: String)] {
        let isFirst = !states.values.contains(where: isInUse)
        return box.fingerprints.enumerated().compactMap { number, fingerprint in
            switch states[fingerprint] {
            case nil: (fingerprint, number == 0 || isFirst ? used : waiting)
            case waiting where number == 0: (fingerprint, used)
            default: nil
            }
        }
    }

    private static func set(
        _ states: [(fingerprint: Data, state: String)], _ connection: any SQLConnection
    ) throws {
        for (fingerprint, state) in states {
            try connection.execute(
                """
                INSERT INTO key_fingerprints (fingerprint, state) VALUES ($1, $2)
                ON CONFLICT (fingerprint) DO UPDATE SET state = excluded.state
                """, [fingerprint, state])
        }
    }

    /// As ``admit(_:)``, without a change.
    public func verdict(on box: SecretBox) async throws -> Verdict {
        try await database.read { [self] in try verdict(on: box, Self.states($0), $0) }
    }

    private func verdict(
        on box: SecretBox, _ states: [Data: String], _ connection: any SQLConnection
    ) throws -> Verdict {
        if let ending = box.fingerprints.first.flatMap({ states[$0] }).flatMap(Ending.init) { return .ended(ending) }
        if box.fingerprints.contains(where: { Self.isInUse(states[$0]) }) { return .known }
        let isUsed = states.values.contains(where: Self.isInUse)
        if isOwnOfEach { return .new(isFirst: !isUsed) }
        let isStranger = try SQLSealedRows.isStranger(
            box, in: connection, draftsSince: Date(timeIntervalSinceNow: -draftLifetime))
        return isUsed || isStranger ? .stranger : .new(isFirst: true)
    }

    private static func isInUse(_ state: String?) -> Bool { state == used || state == waiting }

    /// Whether the first key of `box` is in force, but another one is not yet: the others must not be ended in this
    /// order.
    public func isBehind(_ box: SecretBox) async throws -> Bool {
        let states = try await database.read(Self.states)
        let (first, others) = (box.fingerprints[0], box.fingerprints.dropFirst())
        return states[first] == Self.used && others.contains { states[$0] == nil || states[$0] == Self.waiting }
    }

    /// The box without revoked keys; nil if none is left.
    public func removingRevoked(from box: SecretBox) async throws -> SecretBox? {
        let revoked = try await database.read(Self.states).filter { $0.value == Ending.revoked.rawValue }
        return box.removing(Set(revoked.keys))
    }

    /// Puts the first key of `box` in force and ends its others. If they are revoked, also invalidates everything
    /// derived from them outside of the database: links in mails, and cookies of other hosts, which browsers then fetch
    /// again.
    ///
    /// - Parameter startsOver: whether to end all other keys of the database too.
    public func putInForce(_ box: SecretBox, others ending: Ending, startsOver: Bool = false) async throws {
        _ = try await database.write { connection in
            if startsOver {
                try connection.execute(
                    "UPDATE key_fingerprints SET state = $1 WHERE state IN ($2, $3)",
                    [ending.rawValue, Self.used, Self.waiting])
            }
            try Self.set(
                box.fingerprints.enumerated().map { ($1, $0 == 0 ? Self.used : ending.rawValue) }, connection)
            guard ending == .revoked else { return }
            try connection.execute("UPDATE links SET is_used = 1 WHERE is_used = 0", [])
            try connection.execute("DELETE FROM host_sign_ins", [])
        }
    }

    private static func states(_ connection: any SQLConnection) throws -> [Data: String] {
        let rows = try connection.rows("SELECT fingerprint, state FROM key_fingerprints", [])
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.value("fingerprint"), try $0.value("state")) })
    }
}
