import Foundation
import PorticoBytes
import PorticoConfig

/// Logs people in with identity providers.
///
/// A login that has begun is kept in its browser, sealed, so that no other browser can end it.
public struct ProviderSignIns: Sendable {
    let providers: [ServerID: any IdentityProvider]
    let linksByEmail: Set<ServerID>
    let gateways: GatewayAccess
    let store: any AuthStore
    let users: UserManager
    let limits: ProviderLimits
    let box: SecretBox
    let now: @Sendable () -> Date

    /// The time that a person may take at the provider, in seconds.
    public static let lifetime: TimeInterval = 600
    /// Maximum number of identities of an account.
    public static let most = 20
    /// Maximum number of logins that a browser may have begun at the same time, in several tabs.
    private static let limit = 3
    /// Maximum size of what a browser keeps, in bytes. Browsers keep no cookie of more than 4,096.
    private static let mostKept = 3_600

    /// The origins to which the form of the cover may lead.
    public var origins: Set<String> { Set(providers.values.map(\.origin)) }

    /// Begins a login.
    ///
    /// - Parameters:
    ///   - kept: the logins that the browser has begun before, as ``Beginning/kept``; nil for none.
    ///   - returnAddress: the address of this server for the provider's answer.
    /// - Throws: ``AuthError/gateway(_:)``, ``AuthError/tooManyAttempts(retryAfter:)``; ``StorageFailure`` if this server
    ///   may not seal.
    public func begin(
        _ wish: ProviderWish, kept: String?, returnAddress: String, client: Client
    ) async throws -> Beginning {
        guard let provider = providers[wish.provider] else { throw AuthError.gateway(.unreachable) }
        try await limits.take(from: client, at: wish.provider)
        let begun = BegunLogin(secret: Token.random().value, wish: wish, begunAt: now())
        let address: String
        do throws(GatewayError) {
            address = try await provider.address(of: begun.login(returningTo: returnAddress))
        } catch {
            try await limits.refund(client, at: wish.provider)
            throw AuthError.gateway(error)
        }
        var logins = Array(([begun] + (kept.map(open) ?? [])).prefix(Self.limit))
        var sealed = try seal(logins)
        // The addresses of pages can be long. The oldest login has to begin again.
        while sealed.utf8.count > Self.mostKept, logins.count > 1 {
            logins.removeLast()
            sealed = try seal(logins)
        }
        // A login whose page has too long an address leads to the first page.
        if sealed.utf8.count > Self.mostKept { sealed = try seal([begun.withoutPage]) }
        return Beginning(
            address: address, isAtOrigin: address.utf8.starts(with: "\(provider.origin)/".utf8), kept: sealed)
    }

    /// Takes the login to which an answer of a provider belongs; nil if this browser has not begun it, or too long ago.
    public func take(state: String, kept: String?, returnAddress: String) throws -> ReturnedLogin? {
        var logins = kept.map(open) ?? []
        let digest = TokenDigest(of: state)
        let index = logins.firstIndex { TokenDigest(of: $0.login(returningTo: returnAddress).state) == digest }
        guard let index else { return nil }
        let begun = logins.remove(at: index)
        return ReturnedLogin(
            wish: begun.wish, login: begun.login(returningTo: returnAddress),
            kept: logins.isEmpty ? nil : try seal(logins))
    }

    /// Ends a login with the provider's answer: makes the person's account the current one in the request's browser. A
    /// new person gets an account.
    ///
    /// - Throws: ``AuthError/gateway(_:)``, ``AuthError/tooManyAttempts(retryAfter:)``; ``AuthError/accountExists`` if
    ///   all user names for a new account are taken; ``AuthError/emailTaken`` if the person has to log in to the account
    ///   that has their address; ``AuthError/wrongCredentials`` for a disabled account; as ``UserManager/signIn(_:isAutomatic:identity:)``.
    public func signIn(
        _ returned: ReturnedLogin, _ answer: ProviderAnswer, identity: RequestIdentity
    ) async throws -> BrowserTokens {
        let person = try await person(of: returned, answer, identity)
        let account = try await account(of: person, at: returned.wish.provider, named: answer.name)
        return try await users.signIn(
            try proven(account, by: person, at: returned.wish.provider), isAutomatic: returned.wish.isAutomatic,
            identity: identity)
    }

    /// Ends a login that proves again who the signed-in person is.
    ///
    /// - Throws: ``AuthError/gateway(_:)``, ``AuthError/otherPerson`` if another person has logged in at the provider,
    ///   ``AuthError/signInEnded``.
    public func prove(
        _ returned: ReturnedLogin, _ answer: ProviderAnswer, identity: RequestIdentity
    ) async throws -> BrowserTokens {
        guard let signIn = identity.signIn, signIn.account.id.description == returned.wish.proves else {
            throw AuthError.signInEnded
        }
        let (person, provider) = (try await person(of: returned, answer, identity), returned.wish.provider)
        guard try await store.read({ try $0.identity(person.subject, at: provider)?.account }) == signIn.account.id
        else {
            throw AuthError.otherPerson
        }
        _ = try await account(of: person, at: provider)
        return try await users.reauthenticate(
            try proven(signIn.account.id, by: person, at: provider), identity: identity)
    }

    private func proven(
        _ account: AccountID, by person: ProviderPerson, at provider: ServerID
    ) throws -> ProvenAccount {
        var proven = ProvenAccount(id: account, proof: .provider, time: now())
        proven.provider = try record(of: person, at: provider, for: account)
        if person.session?.provesFactor == true { proven.factor = .provider }
        return proven
    }

    private func person(
        of returned: ReturnedLogin, _ answer: ProviderAnswer, _ identity: RequestIdentity
    ) async throws -> ProviderPerson {
        guard let provider = providers[returned.wish.provider] else { throw AuthError.gateway(.unreachable) }
        try await limits.take(from: identity.client, at: returned.wish.provider)
        let person: ProviderPerson
        do throws(GatewayError) {
            person = try await provider.person(of: returned.login, answer)
        } catch {
            if error.isOutOfReach { try await limits.refund(identity.client, at: returned.wish.provider) }
            throw AuthError.gateway(error)
        }
        try await limits.forgive(identity.client, at: returned.wish.provider)
        return person
    }

    /// The account of a provider's person, with the details that the provider tells.
    ///
    /// - Parameter name: the name of a new account if the provider tells none.
    /// - Throws: ``AuthError/accountExists`` if all user names for a new one are taken; ``AuthError/emailTaken``.
    private func account(
        of person: ProviderPerson, at provider: ServerID, named name: String? = nil
    ) async throws -> AccountID {
        let time = now()
        return try await store.write { transaction in
            if let known = try transaction.identity(person.subject, at: provider) {
                try transaction.noteUse(of: known, label: person.label, at: time)
                try transaction.setDetails(person, of: try transaction.existingAccount(known.account), from: provider)
                return known.account
            }
            if linksByEmail.contains(provider), let email = person.email {
                for server in Set(providers.keys).union([.local]).subtracting([provider]) {
                    guard try transaction.account(email: email, on: server) == nil else { throw AuthError.emailTaken }
                }
            }
            let id = try transaction.add(person, at: provider, named: name, time: time)
            let identity = ProviderIdentity(
                provider: provider, subject: person.subject, account: id, label: person.label, addedAt: time,
                lastUsedAt: time)
            guard try transaction.insert(identity) else { throw AuthError.accountExists }
            return id
        }
    }
}

// MARK: The ways to log in to an account

extension ProviderSignIns {
    /// Whether an account can log in at identity providers. A sign-in at a gateway needs a token that only the password
    /// gets.
    public func areOffered(to account: AccountID) -> Bool { !providers.isEmpty && gateways[account.server] == nil }

    /// The identities with which an account can log in, oldest first.
    public func identities(of account: AccountID) async throws -> [ProviderIdentity] {
        try await store.read { try $0.identities(of: account) }.filter { providers[$0.provider] != nil }
    }

    /// Ends a login that adds an identity to the signed-in account.
    ///
    /// - Parameter name: the provider's name for people.
    /// - Throws: ``AuthError/gateway(_:)``, ``AuthError/signInEnded``; ``AuthError/accountExists`` if another account
    ///   has the identity, or this one has too many.
    public func link(
        _ returned: ReturnedLogin, _ answer: ProviderAnswer, name: String, identity: RequestIdentity
    ) async throws {
        let provider = returned.wish.provider
        guard let account = identity.signIn?.account, account.id.description == returned.wish.links,
            areOffered(to: account.id)
        else { throw AuthError.signInEnded }
        let (person, time) = (try await person(of: returned, answer, identity), now())
        try await store.write { transaction in
            let added = ProviderIdentity(
                provider: provider, subject: person.subject, account: account.id, label: person.label, addedAt: time,
                lastUsedAt: time)
            if try transaction.identity(person.subject, at: provider)?.account == account.id { return }
            guard try transaction.identities(of: account.id).count < Self.most, try transaction.insert(added) else {
                throw AuthError.accountExists
            }
            try transaction.tell(.identityAdded(provider: name), .identityAdded, of: account, identity.client, at: time)
        }
    }

    /// Whether an account could log in without an identity: with a password, or with another identity.
    public func canLose(_ identity: ProviderIdentity) async throws -> Bool {
        try await store.read { try $0.hasWay(besides: identity, at: Set(providers.keys)) }
    }

    /// Removes an identity from an account.
    ///
    /// - Parameter name: the provider's name for people.
    /// - Returns: false if it was already removed.
    /// - Throws: ``AuthError/lastWay`` if the account could not log in without it.
    public func remove(
        _ identity: ProviderIdentity, name: String, of account: Account, client: Client
    ) async throws -> Bool {
        let time = now()
        return try await store.write { transaction in
            let isRemoved = try transaction.deleteIdentity(identity.subject, at: identity.provider, of: account.id)
            guard isRemoved else { return false }
            guard try transaction.hasWay(besides: identity, at: Set(providers.keys)) else { throw AuthError.lastWay }
            try transaction.tell(.identityRemoved(provider: name), .identityRemoved, of: account, client, at: time)
            return true
        }
    }
}

extension AuthTransaction {
    /// - Parameter providers: those where people can log in now.
    fileprivate func hasWay(besides identity: ProviderIdentity, at providers: Set<ServerID>) throws -> Bool {
        if try credential(of: identity.account)?.passwordHash != nil { return true }
        return try identities(of: identity.account).contains { $0.id != identity.id && providers.contains($0.provider) }
    }
}

extension ProviderPerson {
    /// The words by which the person knows the identity.
    fileprivate var label: String { email?.value ?? userNames.first?.value ?? "" }
}

extension AuthTransaction {
    /// Stores the details that the provider of an account tells. Those of other accounts belong to their owners.
    func setDetails(_ person: ProviderPerson, of account: Account, from provider: ServerID) throws {
        guard account.id.server == provider else { return }
        var changed = account
        changed.name = person.name ?? account.name
        changed.groups = person.groups ?? account.groups
        if changed != account { try update(changed, .person) }
    }

    /// Adds the account of a new person, with the first user name that is free.
    fileprivate func add(
        _ person: ProviderPerson, at provider: ServerID, named told: String?, time: Date
    ) throws -> AccountID {
        for name in person.userNames {
            let id = AccountID(server: provider, user: name.value)
            guard try credential(of: id) == nil else { continue }
            let email = try person.email.flatMap { try self.account(email: $0, on: provider) == nil ? $0 : nil }
            let account = Account(
                id: id, name: person.name ?? told ?? name.value, email: email, isAdministrator: false, createdAt: time,
                groups: person.groups ?? [])
            if try insert(account, passwordHash: nil) { return id }
        }
        throw AuthError.accountExists
    }
}

/// The purpose of a login at a provider, and where it leads.
public struct ProviderWish: Codable, Hashable, Sendable {
    /// The provider.
    public var server: String
    /// The page after the login; nil for the first page.
    public var next: String?
    /// Whether the login is kept when the browser is closed.
    public var isAutomatic = false
    /// Whether the account is added to those of the browser.
    public var adds = false
    /// The account whose person proves their identity again; nil for a login.
    public var proves: String?
    /// The account to which the identity is added; nil for a login.
    public var links: String?
    /// Names the window of the login for the page that has opened it; nil for a login in place of the page.
    public var window: String?

    public var provider: ServerID { ServerID(rawValue: server) }

    public init(provider: ServerID) { server = provider.rawValue }
}

/// The beginning of a login at a provider.
public struct Beginning: Sendable {
    /// The address at the provider.
    public let address: String
    /// Whether it is at the origin of the provider, so that a form may lead there.
    public let isAtOrigin: Bool
    /// The logins that the browser keeps until it comes back, sealed.
    public let kept: String
}

/// A login whose browser has come back from the provider.
public struct ReturnedLogin: Sendable {
    public let wish: ProviderWish
    let login: ProviderLogin
    /// The other logins that the browser has begun, sealed; nil if there are none.
    public let kept: String?
}

/// A login that a browser has begun.
private struct BegunLogin: Codable {
    let secret: String
    let wish: ProviderWish
    let begunAt: Date

    var withoutPage: BegunLogin {
        var wish = wish
        wish.next = nil
        return BegunLogin(secret: secret, wish: wish, begunAt: begunAt)
    }

    func login(returningTo address: String) -> ProviderLogin {
        ProviderLogin(secret: secret, returnAddress: address, isProof: wish.proves != nil, begunAt: begunAt)
    }
}

extension ProviderSignIns {
    private static let context = "logins at providers"

    private func seal(_ logins: [BegunLogin]) throws -> String {
        try box.seal(try JSONEncoder().encode(logins), for: .providerLogin, context: Self.context).base64URL
    }

    /// The logins that are not too old.
    private func open(_ kept: String) -> [BegunLogin] {
        guard let sealed = Data(base64URL: kept),
            let bytes = box.open(sealed, for: .providerLogin, context: Self.context),
            let logins = try? JSONDecoder().decode([BegunLogin].self, from: bytes)
        else { return [] }
        return logins.filter { now().timeIntervalSince($0.begunAt) < Self.lifetime }
    }
}

extension GatewayError {
    /// Whether the provider has not answered, which is no fault of the person.
    fileprivate var isOutOfReach: Bool {
        switch self {
        case .unreachable, .timedOut, .cancelled, .untrusted: true
        default: false
        }
    }
}
