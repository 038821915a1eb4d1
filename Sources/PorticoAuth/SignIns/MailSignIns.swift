import Foundation
import PorticoConfig

/// Signs in by a mailed link, or by the code beside it, in the browser that asked for the mail.
///
/// The browser has a secret, and the link belongs to it. Elsewhere the link only shows the code, which signs in where the
/// secret is. So neither a program that follows the links of mails nor the receiver of a forwarded mail is signed in, and
/// nobody is signed in to an account of somebody else.
public struct MailSignIns: Sendable {
    let store: any AuthStore
    let users: UserManager
    let links: AccountLinks
    let mails: MailLimits
    let policy: CurrentPolicy
    let now: @Sendable () -> Date

    /// The secret of a browser in which nobody knows yet who is signing in.
    public struct Waiting: Hashable, Sendable {
        /// Of the browser: a ``Token``.
        public let secret: String
        public let isAutomatic: Bool

        public init(secret: String, isAutomatic: Bool) {
            self.secret = secret
            self.isAutomatic = isAutomatic
        }

        var browser: TokenDigest { TokenDigest(of: secret) }
    }

    /// Why a code does not sign in.
    public enum CodeProblem: Error, Hashable, Sendable {
        /// It is wrong, or its link does not work any more. It is the same for addresses without an account.
        case wrong
        /// The browser has tried too many codes, and needs another mail.
        case usedUp
        /// Too many wrong codes came from the network; nil to wait for more than a day.
        case limited(retryAfter: Int?)
    }

    /// Number of wrong codes after which a link is used up.
    static let attempts = 5
    /// The time for which the codes of a browser are counted, in seconds: longer than a link works.
    static let window: TimeInterval = 3600

    public var isOffered: Bool { policy.value.mailSignIn == .on }

    /// Mails a link to log in to the account with an address. The answer does not reveal whether there is one.
    ///
    /// - Parameters:
    ///   - old: what the browser waits for. It is replaced.
    ///   - language: of the page, as a BCP 47 tag.
    /// - Returns: the secret of the browser.
    /// - Throws: ``AuthError/tooManyAttempts(retryAfter:)``
    public func request(
        _ email: EmailAddress, replacing old: Waiting?, client: Client, language: String
    ) async throws -> Token {
        try await mails.take(from: client)
        let account = try await store.account(email: email, on: .local)
        let isAllowed = try await mails.allows(email.key, of: account?.id, .signIn, for: client)
        let (secret, time) = (Token.random(), now())
        var mail: MailJob?
        if isAllowed, let account, !account.isDisabled, let email = account.email {
            mail = MailJob(
                to: email, .signInLink(account.id, browser: secret.digest, client, time), language: language)
        }
        let event = SecurityEvent(.mailSignInRequested, account: account?.id, client: client, time: time)
        try await store.write { [mail] transaction in
            if let old { try transaction.useUpSignInLinks(of: old.browser) }
            if let mail { try transaction.insert(mail, at: time) }
            try transaction.log(event)
        }
        return secret
    }

    /// The account of a link.
    ///
    /// - Parameter waiting: what the request's browser waits for; nil for nothing.
    /// - Returns: the account, and the code to type in the browser that asked; nil if this is that browser.
    /// - Throws: a ``LinkProblem``
    public func open(_ token: String, in waiting: Waiting?) async throws -> (account: Account, code: String?) {
        let link = try await links.open(token, for: [.signIn])
        guard isOffered, let id = link.account, let account = try await store.account(id), !account.isDisabled else {
            throw LinkProblem.unknown
        }
        if let waiting, link.browser == waiting.browser { return (account, nil) }
        return (account, try links.code(of: TokenDigest(of: token)))
    }

    /// Signs in by a link, in the browser that asked for it.
    ///
    /// - Throws: a ``LinkProblem``, `unknown` in another browser; ``SecondFactorNeeded``, ``AuthError/tooManyAccounts``,
    ///   ``AuthError/wrongCredentials`` if the account was disabled meanwhile.
    public func signIn(
        link token: String, in waiting: Waiting, identity: RequestIdentity
    ) async throws -> BrowserTokens {
        let (account, code) = try await open(token, in: waiting)
        guard code == nil else { throw LinkProblem.unknown }
        return try await signIn(to: account.id, TokenDigest(of: token), waiting, identity)
    }

    /// Signs in by the code of a link, in the browser that asked for it.
    ///
    /// - Throws: ``CodeProblem``; a ``LinkProblem`` if another request has used the link meanwhile; otherwise as
    ///   ``signIn(link:in:identity:)``.
    public func signIn(
        code: String, in waiting: Waiting, identity: RequestIdentity
    ) async throws -> BrowserTokens {
        guard isOffered else { throw CodeProblem.wrong }
        let attempt = MailedCodeAttempt(
            typed: code.typedCode ?? [], browser: waiting.browser, client: identity.client,
            network: policy.value.limits.network, time: now())
        let result = try await store.write { [links] in try $0.check(attempt, by: links) }
        let (account, link) = try result.get()
        return try await signIn(to: account, link, waiting, identity)
    }

    private func signIn(
        to account: AccountID, _ link: TokenDigest, _ waiting: Waiting, _ identity: RequestIdentity
    ) async throws -> BrowserTokens {
        let proven = ProvenAccount(id: account, proof: .mail(link: link), time: now())
        return try await users.signIn(proven, isAutomatic: waiting.isAutomatic, identity: identity)
    }
}

/// A code that was typed.
private struct MailedCodeAttempt: Sendable {
    let typed: [UInt8]
    /// The secret of the browser.
    let browser: TokenDigest
    let client: Client
    /// The limit of wrong codes from a network.
    let network: Limit
    let time: Date

    /// The counter of the browser.
    var counter: LimitKey { LimitKey("mailedCode:browser:\(browser.bytes.base64URL)") }

    var networks: [LimitKey: Limit] { LimitKey.networks(client, "mailedCode", network) }
}

extension AuthTransaction {
    /// Checks a typed code, and counts it. The statements do not depend on whether the browser has got a link.
    ///
    /// - Returns: the account and the digest of its link. A problem is returned, because an error would undo the counts.
    fileprivate func check(
        _ attempt: MailedCodeAttempt, by links: AccountLinks
    ) throws -> Result<(AccountID, TokenDigest), MailSignIns.CodeProblem> {
        let limit = Limit(attempts: MailSignIns.attempts, window: MailSignIns.window)
        do {
            try countAttempt(attempt.networks.merging([attempt.counter: limit]) { $1 }, at: attempt.time)
        } catch let reached as LimitReached {
            let isOfBrowser = reached.key == attempt.counter
            return .failure(isOfBrowser ? .usedUp : .limited(retryAfter: reached.seconds(at: attempt.time)))
        }
        let found = try signInLink(of: attempt.browser)
        let account = found?.link.account
        let isOpen = found.map { !$0.isUsed && $0.link.expiresAt > attempt.time } ?? false
        let codes = try links.codes(of: found?.token ?? .least).map { Array($0.utf8) }
        // Compares with all codes.
        let isRight = codes.count { $0.isEqualInConstantTime(to: attempt.typed) } > 0
        let ofAccount = account.map(LimitKey.mailedCodes) ?? LimitKey("\(attempt.counter.value):consecutive")
        let mayTry = try countCode(ofAccount, at: attempt.time)
        if isOpen, isRight, mayTry, let found, let account {
            try deleteAttempts(ofAccount)
            try forgive(ForgivenAttempts(Array(attempt.networks.keys)))
            return .success((account, found.token))
        }
        try log(SecurityEvent(.signInFailed, account: account, client: attempt.client, time: attempt.time))
        guard try attempts(attempt.counter)?.count ?? 0 >= limit.attempts else { return .failure(.wrong) }
        try useUpSignInLinks(of: attempt.browser)
        return .failure(.usedUp)
    }

    /// Counts a code for an account. From a number on, only its links sign in.
    ///
    /// - Returns: whether the code may be tried.
    private func countCode(_ key: LimitKey, at time: Date) throws -> Bool {
        do {
            try countAttempt([key: Limit(attempts: 30, window: 30 * 86_400)], at: time)
            return true
        } catch is LimitReached {
            return false
        }
    }
}

extension LimitKey {
    /// The counter of mailed codes that were tried for an account, in all browsers (NIST SP 800-63B-4, 3.2.2).
    static func mailedCodes(of account: AccountID) -> LimitKey { LimitKey("mailedCode:\(account)") }
}
