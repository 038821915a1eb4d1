import CArgon2
import Foundation
import NIOCore
import NIOPosix
import PorticoBytes
import Synchronization

/// Hashes and verifies passwords with Argon2id (RFC 9106), on its own threads, with bounded concurrency.
///
/// The encoded form (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`) includes the parameters, so they can change later.
///
/// An imported account has an ``ImportedHash`` until its first login with the password.
///
/// The same text has different bytes on different keyboards, so a password is hashed in one form (NIST SP 800-63B-4,
/// 3.1.1.2; the OpaqueString profile of RFC 8265).
public final class PasswordHasher: Sendable {
    /// Cost of one hash. The default, m = 19 MiB, t = 2, p = 1, is OWASP's minimum (ASVS 5.0, 11.4.2).
    public struct Parameters: Hashable, Sendable {
        /// Memory, in KiB.
        public var memory: UInt32
        public var iterations: UInt32
        public var parallelism: UInt32

        public init(memory: UInt32 = 19_456, iterations: UInt32 = 2, parallelism: UInt32 = 1) {
            self.memory = memory
            self.iterations = iterations
            self.parallelism = parallelism
        }

        /// The least cost that Argon2id allows, for tests that log in a thousand times.
        public static let least = Parameters(memory: 8, iterations: 1)

        var prefix: String { "$argon2id$v=19$m=\(memory),t=\(iterations),p=\(parallelism)$" }
    }

    /// A library could not compute a hash, for instance for lack of memory.
    public struct Failure: Error, Hashable {
        /// The error code of libargon2 or OpenSSL, or `errno` after a call of libcrypt.
        public let code: Int32
    }

    /// A hash in the store is not one of Argon2id.
    private struct Unreadable: Error {}

    private let parameters: @Sendable () -> Parameters
    private let threads: NIOThreadPool
    private let waiting = Mutex<[String: Int]>([:])
    private let limit: Int
    private let measured: @Sendable (Duration) -> Void
    private let unreadable: @Sendable () -> Void
    /// Held by the check of a large imported hash, so that many logins at once do not take 256 MiB each.
    private let large = NSLock()

    /// - Parameters:
    ///   - parameters: the cost of new hashes, evaluated for each.
    ///   - concurrency: maximum number of hashes computed at once; half of the processors, so that the others are left
    ///     for requests that need no hash.
    ///   - queue: maximum number of waiting calls; more throw ``AuthError/busy(retryAfter:)``. A third of all calls may
    ///     be for one network.
    ///   - measured: called with the duration of each hash.
    ///   - unreadable: called for a stored hash that this version cannot read.
    public init(
        parameters: @autoclosure @escaping @Sendable () -> Parameters = Parameters(),
        concurrency: Int = max(1, System.coreCount / 2), queue: Int = 30,
        measured: @escaping @Sendable (Duration) -> Void = { _ in },
        unreadable: @escaping @Sendable () -> Void = {}
    ) {
        self.parameters = parameters
        threads = NIOThreadPool(numberOfThreads: concurrency)
        limit = concurrency + queue
        self.measured = measured
        self.unreadable = unreadable
        threads.start()
    }

    deinit {
        threads.shutdownGracefully { _ in }
    }

    /// The encoded hash of `password`, with a new random salt.
    ///
    /// - Parameter client: the client that waits for it; its network has a share of the queue.
    /// - Throws: ``AuthError/busy(retryAfter:)`` if the queue is full, ``Failure``.
    public func hash(_ password: String, for client: Client = .commandLine) async throws -> String {
        try await run(for: client) { [parameters] in try Self.encode(Self.normalized(password), parameters()) }
    }

    /// The form of a password that matches a hash.
    enum Match: Sendable {
        /// The form of new hashes.
        case normalized
        /// Another form, from earlier versions.
        case asTyped
    }

    /// Whether `password` matches the hash in `encoded`.
    ///
    /// - Parameter client: the client that waits for it; its network has a share of the queue.
    /// - Throws: ``AuthError/busy(retryAfter:)`` if the queue is full, ``Failure``.
    public func verify(_ password: String, against encoded: String, for client: Client = .commandLine) async throws
        -> Bool
    {
        try await match(password, against: encoded, for: client) != nil
    }

    /// Like ``verify(_:against:for:)``, with the form that matches; nil if none does, or if the hash is unreadable: the
    /// person can choose another password by a mail.
    func match(_ password: String, against encoded: String, for client: Client) async throws -> Match? {
        try await run(for: client) { [parameters, large, unreadable] in
            do {
                if let imported = try ImportedHash(stored: encoded) {
                    if try Self.matches(password, imported, large) { return .asTyped }
                } else {
                    let index = try Self.forms(of: password).firstIndex { try Self.matches($0, encoded) }
                    return index.map { $0 == 0 ? .normalized : .asTyped }
                }
            } catch is Unreadable {
                unreadable()
            } catch is ImportedHash.Problem {
                unreadable()
            }
            // The fast hash of another system must not answer sooner than a user name without an account.
            _ = try Self.encode(Self.normalized(password), parameters())
            return nil
        }
    }

    /// Whether `password`, as typed or normalized, has the hash of another system. Other systems hash what is typed, so
    /// the remaining forms would only take time.
    private static func matches(_ password: String, _ hash: ImportedHash, _ large: NSLock) throws -> Bool {
        let normalized = normalized(password)
        let forms = normalized.isSameBytes(as: password) ? [password] : [password, normalized]
        if hash.isLarge { large.lock() }
        defer { if hash.isLarge { large.unlock() } }
        return try forms.contains(where: hash.matches)
    }

    /// Takes as long as ``verify(_:against:for:)``, for a user name without an account.
    ///
    /// - Throws: ``AuthError/busy(retryAfter:)`` if the queue is full, ``Failure``.
    public func verifyNobody(_ password: String, for client: Client) async throws {
        try await run(for: client) { [parameters] in
            for form in Self.forms(of: password) { _ = try Self.encode(form, parameters()) }
        }
    }

    /// The number of calls that compute a hash or wait for it.
    public var pending: Int { waiting.withLock { $0.values.reduce(0, +) } }

    /// Checks whether the queue has room for a call, without reserving it.
    ///
    /// - Throws: ``AuthError/busy(retryAfter:)`` if the queue is full.
    public func checkRoom(for client: Client) throws(AuthError) {
        guard waiting.withLock({ hasRoom(for: client.network, among: $0) }) else { throw Self.busy }
    }

    private static let busy = AuthError.busy(retryAfter: 2)

    private func hasRoom(for network: String, among counts: [String: Int]) -> Bool {
        counts.values.reduce(0, +) < limit && counts[network, default: 0] < max(1, limit / 3)
    }

    /// Whether `encoded` has other parameters than new hashes, or is of another system.
    public func needsUpgrade(_ encoded: String) -> Bool {
        !encoded.begins(with: parameters().prefix)
    }

    private func run<Result: Sendable>(
        for client: Client, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let network = client.network
        let isAdmitted = waiting.withLock { counts in
            guard hasRoom(for: network, among: counts) else { return false }
            counts[network, default: 0] += 1
            return true
        }
        guard isAdmitted else { throw Self.busy }
        defer {
            waiting.withLock { counts in
                let own = (counts[network] ?? 1) - 1
                counts[network] = own > 0 ? own : nil
            }
        }
        return try await threads.runIfActive { [measured] in
            Self.yieldToRequests()
            let start = ContinuousClock.now
            defer { measured(ContinuousClock.now - start) }
            return try work()
        }
    }

    /// Gives the thread a lower priority than the threads that answer requests.
    private static func yieldToRequests() {
        #if os(Linux)
            // On Linux, priorities are per thread.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #endif
    }

    /// The form for hashing: composed, with every kind of space as U+0020.
    private static func normalized(_ password: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in password.unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
        }
        return String(scalars).precomposedStringWithCanonicalMapping
    }

    /// The possible forms of a stored hash, each once. Earlier versions hashed the text of the keyboard, composed or
    /// decomposed.
    private static func forms(of password: String) -> [String] {
        var forms = [normalized(password)]
        let earlier = [
            password, password.precomposedStringWithCanonicalMapping, password.decomposedStringWithCanonicalMapping,
        ]
        for form in earlier where !forms.contains(where: { $0.isSameBytes(as: form) }) { forms.append(form) }
        return forms
    }

    private static func encode(_ password: String, _ parameters: Parameters) throws -> String {
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        let length = argon2_encodedlen(
            parameters.iterations, parameters.memory, parameters.parallelism, UInt32(salt.count), 32, Argon2_id)
        var encoded = [CChar](repeating: 0, count: length)
        var password = password
        let code = password.withUTF8 { bytes in
            argon2id_hash_encoded(
                parameters.iterations, parameters.memory, parameters.parallelism,
                bytes.baseAddress, bytes.count, salt, salt.count, 32, &encoded, encoded.count)
        }
        guard code == ARGON2_OK.rawValue else { throw Failure(code: code) }
        return String(decoding: encoded.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func matches(_ password: String, _ encoded: String) throws -> Bool {
        var password = password
        let code = password.withUTF8 { argon2id_verify(encoded, $0.baseAddress, $0.count) }
        switch code {
        case ARGON2_OK.rawValue: return true
        case ARGON2_VERIFY_MISMATCH.rawValue: return false
        case ARGON2_MEMORY_ALLOCATION_ERROR.rawValue, ARGON2_THREAD_FAIL.rawValue: throw Failure(code: code)
        default: throw Unreadable()
        }
    }
}
