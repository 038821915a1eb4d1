import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

extension AuthFixture {
    static let otherPassword = "mauve tractors hum at dawn"

    /// A person at an address, in an unknown browser.
    static func stranger(at address: String) -> RequestIdentity {
        RequestIdentity(credentials: BrowserCredentials(token: nil, run: nil), client: Client(address: address))
    }

    /// Another server over the same store, with the same clock.
    func restarted(hasher: PasswordHasher? = nil, policy: AuthPolicy = AuthPolicy()) -> AuthServices {
        AuthServices(
            store: store, cacheCapacity: 100, changes: ConfigChanges(), hasher: hasher ?? self.hasher, policy: policy,
            registration: .open, appName: "Portico", now: clock.now)
    }

    /// The queued mails.
    func mails() async throws -> [MailJob] { try await memory.mails(limit: 1000).map(\.mail) }

    /// Removes the mails from the queue.
    func takeMails() async throws -> [MailJob] {
        let queued = try await memory.mails(limit: 1000)
        for mail in queued { try await memory.remove(mail.id) }
        return queued.map(\.mail)
    }

    /// The token of a mail's link, made as for sending.
    func token(for mail: MailJob) async throws -> String {
        try #require(try await services.links.make(for: mail)).token.value
    }

    /// The token of the only queued mail.
    func tokenOfMail() async throws -> String {
        let mails = try await takeMails()
        #expect(mails.count == 1)
        return try await token(for: try #require(mails.first))
    }

    /// The events of these kinds, oldest first.
    func events(_ kinds: SecurityEvent.Kind...) async throws -> [SecurityEvent] {
        try await memory.events(SecurityEventQuery(kinds: Set(kinds), after: 0, limit: 1000)).map(\.event)
    }

    /// The error of a sign-in; nil if it succeeds.
    func failure(
        _ userName: String = "ada", password: String = "wrong", as identity: RequestIdentity = stranger
    ) async throws -> AuthError? {
        do {
            _ = try await signIn(userName, password: password, as: identity)
            return nil
        } catch let error as AuthError {
            return error
        }
    }

    /// The number of store reads by `work`.
    func reads(_ work: () async throws -> Void) async throws -> Int {
        let before = store.reads
        try await work()
        return store.reads - before
    }

    /// The number of store writes by `work`.
    func writes(_ work: () async throws -> Void) async throws -> Int {
        let before = store.writes
        try await work()
        return store.writes - before
    }
}

/// A valid address.
func address(_ text: String) throws -> EmailAddress { try #require(EmailAddress(text)) }

extension AccountID {
    static let ada = AccountID(server: .local, user: "ada")
    static let bob = AccountID(server: .local, user: "bob")
}
