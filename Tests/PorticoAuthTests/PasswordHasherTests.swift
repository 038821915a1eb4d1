import Foundation
import PorticoAuth
import Synchronization
import Testing

/// The minimum parameters of libargon2, so that many hashes are fast.
let cheap = PasswordHasher.Parameters(memory: 8, iterations: 1, parallelism: 1)

@Suite("The password hasher")
struct PasswordHasherTests {
    private let hasher = PasswordHasher(parameters: cheap)

    @Test("recognises the password and no other")
    func verify() async throws {
        let encoded = try await hasher.hash("mauve tractor 7")
        #expect(try await hasher.verify("mauve tractor 7", against: encoded))
        #expect(try await !hasher.verify("mauve tractor 8", against: encoded))
        #expect(try await !hasher.verify("", against: encoded))
    }

    @Test(
        "6.2.8 takes passwords exactly as typed",
        arguments: [
            ("mauve tractor 7", "mauve tractor 7 "), ("mauve tractor 7", " mauve tractor 7"), ("mauve", "Mauve"),
            ("nul\u{0}one", "nul\u{0}two"), ("nul", "nul\u{0}"), ("🦊", "🐻"), ("\u{E9}", "e"), ("\u{FB01}", "fi"),
            (String(repeating: "a", count: 1024), String(repeating: "a", count: 1023)),
            (String(repeating: "a", count: 100) + "b", String(repeating: "a", count: 100) + "c"), ("line\n", "line"),
        ])
    func exactly(password: String, other: String) async throws {
        let encoded = try await hasher.hash(password)
        #expect(try await hasher.verify(password, against: encoded))
        #expect(try await !hasher.verify(other, against: encoded))
    }

    /// Composed and decomposed characters, a mixture, Hangul, and a space that only some keyboards have.
    private static let spellings = [
        [
            "caf\u{E9} \u{1E69}", "cafe\u{301} s\u{323}\u{307}", "cafe\u{301} \u{1E63}\u{307}",
            "caf\u{E9}\u{A0}\u{1E69}",
        ],
        ["\u{AC01}\u{AC01}", "\u{1100}\u{1161}\u{11A8}\u{1100}\u{1161}\u{11A8}"],
    ]

    @Test("takes a password whose bytes differ only because of the keyboard", arguments: spellings)
    func keyboards(spellings: [String]) async throws {
        for password in spellings {
            let encoded = try await hasher.hash(password)
            for typed in spellings { #expect(try await hasher.verify(typed, against: encoded)) }
            #expect(try await !hasher.verify("cafe s", against: encoded))
        }
    }

    /// Hashes of the typed bytes by an earlier version, with the parameters of `cheap`.
    private static let earlierHashes = [
        (
            "caf\u{E9} mauve",
            "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$1mGXDIlFgteNpeArnjMtWx6TQLzbVzt8sMJu5Z8B6Us"
        ),
        (
            "cafe\u{301} mauve",
            "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$iATiUmTzHe+W9kd31JG/q9vn/fkiJBqG/1VC0Rw9cKY"
        ),
        (
            "caf\u{E9}\u{A0}mauve",
            "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$i38FD4dxWduKFbxQu2wv7f0GIRz1qvG2WJTuQGQS+DE"
        ),
    ]

    @Test("takes a password that an earlier version hashed as it was typed", arguments: earlierHashes)
    func earlier(password: String, encoded: String) async throws {
        for typed in [
            password, password.precomposedStringWithCanonicalMapping, password.decomposedStringWithCanonicalMapping,
        ] {
            #expect(try await hasher.verify(typed, against: encoded))
        }
        #expect(try await !hasher.verify(password + "x", against: encoded))
    }

    @Test("11.4.2 uses Argon2id with 19 MiB, two passes and one lane unless told otherwise, and says so in the hash")
    func parameters() async throws {
        let encoded = try await PasswordHasher().hash("mauve tractor 7")
        #expect(encoded.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        let parts = encoded.split(separator: "$")
        #expect(parts.count == 5)
        #expect(parts[3].count == 22, "a salt of 16 bytes")
        #expect(parts[4].count == 43, "a hash of 32 bytes")
    }

    @Test("salts every hash anew")
    func salt() async throws {
        let first = try await hasher.hash("mauve tractor 7")
        #expect(try await hasher.hash("mauve tractor 7") != first)
    }

    @Test("verifies hashes with other parameters, and requests a stronger one")
    func upgrade() async throws {
        let strong = PasswordHasher(parameters: .init(memory: 64, iterations: 2, parallelism: 1))
        let weakHash = try await hasher.hash("mauve tractor 7")
        #expect(try await strong.verify("mauve tractor 7", against: weakHash))
        #expect(strong.needsUpgrade(weakHash))
        #expect(!hasher.needsUpgrade(weakHash))
        #expect(try await !strong.needsUpgrade(strong.hash("mauve tractor 7")))
    }

    @Test(
        "accepts no password for a broken hash, and reports it",
        arguments: [
            "", "hash", "$argon2id$v=19$m=8,t=1,p=1$", "$2b$10$", "imported:", "imported:$2b$99$",
            "imported:$scrypt$ln=16,r=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$aAiUmTzHe+W9kd31JG/q9vn/fkiJBqG/1VC0Rw9cKYI",
        ])
    func brokenHash(encoded: String) async throws {
        let reports = Mutex(0)
        let hasher = PasswordHasher(parameters: cheap, unreadable: { reports.withLock { $0 += 1 } })
        #expect(try await !hasher.verify("x", against: encoded))
        #expect(reports.withLock { $0 } == 1)
    }

    @Test("11.4.2 has a queue of limited length, and refuses further clients")
    func boundedQueue() async throws {
        let slow = PasswordHasher(parameters: .init(memory: 19_456, iterations: 2), concurrency: 1, queue: 3)
        let outcomes = await withTaskGroup(of: Result<String, any Error>.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let client = Client(address: "192.0.2.\(number)")
                    do { return .success(try await slow.hash("mauve tractor 7", for: client)) } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let refusals = outcomes.compactMap { outcome -> AuthError? in
            guard case .failure(let error) = outcome else { return nil }
            return error as? AuthError
        }
        #expect(refusals.count >= 1)
        #expect(refusals.count <= 36, "at least four are admitted")
        #expect(refusals.allSatisfy { $0 == .busy(retryAfter: 2) })
        #expect(outcomes.count { (try? $0.get()) != nil } == 40 - refusals.count, "there is no other error")
        _ = try await slow.hash("the queue is free again")
    }

    @Test("11.4.2 gives one network at most a third of the queue")
    func networks() async throws {
        let slow = PasswordHasher(parameters: .init(memory: 19_456, iterations: 20), concurrency: 1, queue: 5)
        func hash(_ address: String) -> Task<String, any Error> {
            Task.immediate { try await slow.hash("mauve tractor 7", for: Client(address: address)) }
        }
        let first = [hash("192.0.2.1"), hash("192.0.2.1")]
        #expect(throws: AuthError.busy(retryAfter: 2)) { try slow.checkRoom(for: Client(address: "192.0.2.1")) }
        try slow.checkRoom(for: Client(address: "192.0.2.2"))
        await #expect(throws: AuthError.busy(retryAfter: 2)) { try await hash("192.0.2.1").value }
        _ = try await hash("192.0.2.2").value
        for task in first { _ = try await task.value }
        _ = try await hash("192.0.2.1").value
    }
}
