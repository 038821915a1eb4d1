import Crypto
import Foundation
import PorticoBytes

/// Tokens in force, in memory.
actor SignIns {
    private let people: [String: Person]
    private let all: [Person]
    private let now: @Sendable () -> ContinuousClock.Instant
    private var tokens: [String: Person] = [:]
    private var attempts = FailedAttempts()

    init(people: [Person], now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.people = Dictionary(people.map { ($0.userName, $0) }) { first, _ in first }
        self.now = now
        all = people
    }

    /// Checks a password and issues a token of 256 random bits.
    func login(userName: String, password: String) throws(AnswerError) -> (token: String, person: Person) {
        if let wait = attempts.wait(for: userName, now: now()) { throw .tooMany(wait) }
        // An unknown user name takes as long as a wrong password.
        let person = people[userName]
        let isRight = SHA256.hash(data: Data(password.utf8)) == SHA256.hash(data: Data((person?.password ?? "").utf8))
        guard let person, isRight else {
            attempts.failed(userName, now: now())
            throw .credentials
        }
        attempts.succeeded(userName)
        let bits = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        let token = bits.base64EncodedString().replacing(bytes: "+", with: "-").replacing(bytes: "/", with: "_")
            .replacing(bytes: "=", with: "")
        tokens[token] = person
        return (token, person)
    }

    /// The person of a token.
    func person(_ token: String?) throws(AnswerError) -> Person {
        guard let token, let person = tokens[token] else { throw .token }
        return person
    }

    func end(_ token: String?) throws(AnswerError) {
        guard let token, tokens.removeValue(forKey: token) != nil else { throw .token }
    }

    /// Another person, for the fault `other-person`.
    nonisolated func other(than person: Person) -> Person {
        all.first { $0 != person } ?? Person(userName: "", password: "", employeeNo: "9999", name: "Somebody Else")
    }
}

/// Counts wrong passwords: after ten in a row, a user name has to wait.
struct FailedAttempts {
    static let limit = 10
    static let pause: Duration = .seconds(30)

    private var failures: [String: (count: Int, last: ContinuousClock.Instant)] = [:]

    /// Whole seconds to wait; nil if an attempt is allowed.
    func wait(for userName: String, now: ContinuousClock.Instant) -> Int? {
        guard let (count, last) = failures[userName], count >= Self.limit, last + Self.pause > now else { return nil }
        return Int((last + Self.pause - now).components.seconds) + 1
    }

    mutating func failed(_ userName: String, now: ContinuousClock.Instant) {
        failures = failures.filter { $0.value.last + Self.pause > now }
        failures[userName] = ((failures[userName]?.count ?? 0) + 1, now)
    }

    mutating func succeeded(_ userName: String) {
        failures[userName] = nil
    }
}
