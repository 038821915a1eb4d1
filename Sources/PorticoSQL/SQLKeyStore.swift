import Foundation
import PorticoStore

/// The fingerprints of the master keys that a database is used with: those in force, and those that wait behind one until they
/// are put first.
///
/// The keys of servers differ while a new one is put in force, so a server belongs to the database if it has one of them.
public struct SQLKeyStore: Sendable {
    /// The keys of one server, compared with those that the database is used with.
    public enum Verdict: Hashable, Sendable {
        /// The database is used with one of them.
        case known
        /// They open what is stored for the first key of the database, or each server has keys of its own.
        case new(isFirst: Bool)
        /// The first one has ended, so nothing may be made with it.
        case ended(Ending)
        /// The database is used with others, or they open nothing of what is stored.
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
    /// Whether each server has keys of its own, so that none is a stranger.
    private let isOwnOfEach: Bool
    /// Lifetime of a draft, in seconds.
    private let draftLifetime: TimeInterval

    private static let used = "used"
    private static let waiting = "waiting"

    /// - Parameter isOwnOfEach: whether each server has keys of its own although they share the database.
    public init(_ database: any SQLDatabase, isOwnOfEach: Bool = false, draftLifetime: TimeInterval) {
        self.database = database
        self.isOwnOfEach = isOwnOfEach
        self.draftLifetime = draftLifetime
    }

    /// Compares the keys of `box`, and adds them to those that the database is used with if they belong to it. Keys that have
    /// ended stay so. Of two servers that start at once, the second one sees the key of the first.
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

    /// The states that keys get with a server that works with them: the first one is in force, others wait. The keys of the
    /// first server may be those of an earlier version, in whatever order.
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

    /// Compares the keys of `box`, and changes nothing.
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

    /// Whether the first key of `box` is in force, and another one is not yet: then the order is wrong for ending the others.
    public func isBehind(_ box: SecretBox) async throws -> Bool {
        let states = try await database.read(Self.states)
        let (first, others) = (box.fingerprints[0], box.fingerprints.dropFirst())
        return states[first] == Self.used && others.contains { states[$0] == nil || states[$0] == Self.waiting }
    }

    /// The box without the keys that no server uses any more; nil if none is left.
    public func removingRevoked(from box: SecretBox) async throws -> SecretBox? {
        let revoked = try await database.read(Self.states).filter { $0.value == Ending.revoked.rawValue }
        return box.removing(Set(revoked.keys))
    }

    /// Puts the first key of `box` in force. Its others end. Where somebody may know these, all that was made with them and is
    /// stored elsewhere is withdrawn: links in mails, and the cookies of other hosts, which browsers fetch again.
    ///
    /// - Parameter startsOver: whether all other keys end that the database is used with.
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
