import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

extension AuthFixture {
    static let otherPassword = "mauve tractors hum at dawn"

    /// Somebody at an address, in a browser that is not known.
    static func stranger(at address: String) -> Visitor {
        Visitor(credentials: BrowserCredentials(token: nil, run: nil), client: Client(address: address))
    }

    /// Another server over the same store and by the same clock.
    func restarted(hasher: PasswordHasher? = nil, policy: AuthPolicy = AuthPolicy()) -> AuthServices {
        AuthServices(
            store: store, cacheCapacity: 100, changes: ConfigChanges(), hasher: hasher ?? self.hasher, policy: policy,
            registration: .open, appName: "Portico", now: clock.now)
    }

    /// The letters that wait.
    func letters() async -> [Letter] { await memory.letters(limit: 1000).map(\.letter) }

    /// Takes the letters out of the queue.
    func takeLetters() async -> [Letter] {
        let queued = await memory.letters(limit: 1000)
        for letter in queued { await memory.remove(letter.id) }
        return queued.map(\.letter)
    }

    /// The token of the link that a letter carries, made as when the letter is sent.
    func token(for letter: Letter) async throws -> String {
        try #require(try await services.links.make(for: letter)).token.value
    }

    /// The token of the one letter that waits.
    func tokenOfLetter() async throws -> String {
        let letters = await takeLetters()
        #expect(letters.count == 1)
        return try await token(for: try #require(letters.first))
    }

    /// The events of these kinds, the oldest first.
    func events(_ kinds: SecurityEvent.Kind...) async -> [SecurityEvent] {
        await memory.events(SecurityEventQuery(kinds: Set(kinds), after: 0, limit: 1000)).map(\.event)
    }

    /// The error of a try to sign in; nil where it succeeds.
    func failure(
        _ userName: String = "ada", password: String = "wrong", as visitor: Visitor = stranger
    ) async throws -> AuthError? {
        do {
            _ = try await signIn(userName, password: password, as: visitor)
            return nil
        } catch let error as AuthError {
            return error
        }
    }

    /// How many writes of the store `work` costs.
    func writes(_ work: () async throws -> Void) async throws -> Int {
        let before = store.writes
        try await work()
        return store.writes - before
    }
}

/// An address that is one.
func address(_ text: String) throws -> EmailAddress { try #require(EmailAddress(text)) }

extension AccountID {
    static let ada = AccountID(server: .local, user: "ada")
    static let bob = AccountID(server: .local, user: "bob")
}
