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
    let refusals: RefusalLog
    let policy: CurrentPolicy
    let now: @Sendable () -> Date

    /// A browser that has asked for a mail.
    public struct Waiting: Hashable, Sendable {
        /// The value of the browser's ``Token``.
        public let secret: String
        /// Whether the sign-in will be automatic.
        public let isAutomatic: Bool

        /// - Parameter secret: the text that a browser sent; nil if it cannot be a ``Token``.
        public init?(secret: String, isAutomatic: Bool) {
            guard Data(base64URL: secret)?.count == 32 else { return nil }
            self.secret = secret
            self.isAutomatic = isAutomatic
        }

        public init(_ secret: Token, isAutomatic: Bool) {
            self.secret = secret.value
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

    public var isOffered: Bool { policy.value.mailSignIn == .on }

    /// Lifetime of a link and its code, in whole minutes.
    public var minutes: Int { links.minutes(of: .signIn) }

    /// Mails a link to log in to the account with an address. The answer does not reveal whether there is one.
    ///
    /// - Parameters:
    ///   - old: the browser, if it has asked before. The new mail replaces the earlier one.
    ///   - language: of the page, as a BCP 47 tag.
    /// - Returns: the secret of the browser. It stays the same if the address has got too many mails, so that the
    ///   earlier mail still works.
    /// - Throws: ``AuthError/tooManyAttempts(retryAfter:)``
    public func request(
        _ email: EmailAddress, replacing old: Waiting?, client: Client, language: String
    ) async throws -> Token {
        try await mails.take(from: client)
        let account = try await store.account(email: email, on: .local)
        let isAllowed = try await mails.allows(email.key, of: account?.id, .signIn, for: client)
        let time = now()
        let secret = isAllowed ? Token.random() : old.map { Token(value: $0.secret) } ?? .random()
        var mail: MailJob?
        if isAllowed, let account, !account.isDisabled, let email = account.email {
            mail = MailJob(
                to: email, .signInLink(account.id, browser: secret.digest, client, time), language: language)
        }
        let event = SecurityEvent(.mailSignInRequested, account: account?.id, client: client, time: time)
        try await store.write { [mail] transaction in
            if isAllowed, let old { try transaction.useUpSignInLinks(of: old.browser) }
            if let mail { try transaction.insert(mail, at: time) }
            try transaction.log(event)
        }
        return secret
    }

    /// The account of a link.
    ///
    /// - Parameter waiting: the browser of the request; nil if it has not asked for a mail.
    /// - Returns: the account, and the code for the browser that asked; without the code if this is that browser.
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
    /// - Throws: ``CodeProblem``; a ``LinkProblem`` if another request has used the link meanwhile; the other errors of
    ///   ``signIn(link:in:identity:)``.
    public func signIn(
        code: String, in waiting: Waiting, identity: RequestIdentity
    ) async throws -> BrowserTokens {
        guard isOffered else { throw CodeProblem.wrong }
        let attempt = MailedCodeAttempt(
            typed: code.typedCode ?? [], browser: waiting.browser, client: identity.client,
            network: policy.value.limits.network, time: now())
        let result = try await store.write { [links] in try $0.check(attempt, by: links) }
        switch result {
        case .right(let account, let link): return try await signIn(to: account, link, waiting, identity)
        case .wrong(let problem): throw problem
        case .limited(let problem):
            let event = SecurityEvent(.signInLimited, account: nil, client: attempt.client, time: attempt.time)
            // Each browser that has used up its codes has events of its own, so that the cost is the same for all.
            try await refusals.note(event, about: problem == .usedUp ? attempt.counter.value : "")
            throw problem
        }
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

/// The result of a ``MailedCodeAttempt``. A problem is no error, because an error would undo the counts.
private enum CheckedCode: Sendable {
    /// The account, and the digest of the link.
    case right(AccountID, TokenDigest)
    case wrong(MailSignIns.CodeProblem)
    /// A limit was reached before, so the code was not compared.
    case limited(MailSignIns.CodeProblem)
}

extension AuthTransaction {
    /// Counts a typed code, and compares it. Runs the same statements whether or not the browser has a link.
    fileprivate func check(_ attempt: MailedCodeAttempt, by links: AccountLinks) throws -> CheckedCode {
        let limit = Limit(attempts: MailSignIns.attempts, window: AccountLinks.signInWait)
        do {
            try countAttempt(attempt.networks.merging([attempt.counter: limit]) { $1 }, at: attempt.time)
        } catch let reached as LimitReached {
            let isOfBrowser = reached.key == attempt.counter
            return .limited(isOfBrowser ? .usedUp : .limited(retryAfter: reached.seconds(at: attempt.time)))
        }
        let found = try signInLink(of: attempt.browser)
        let account = found?.link.account
        let isOpen = found.map { !$0.isUsed && $0.link.expiresAt > attempt.time } ?? false
        let codes = try links.codes(of: found?.token ?? .least).map { Array($0.utf8) }
        // Compares with every code, so that the time does not reveal which one is right.
        let isRight = codes.count { $0.isEqualInConstantTime(to: attempt.typed) } > 0
        let ofAccount = account.map(LimitKey.mailedCodes) ?? LimitKey("\(attempt.counter.value):consecutive")
        let mayTry = try countCode(ofAccount, at: attempt.time)
        if isOpen, isRight, mayTry, let found, let account {
            try deleteAttempts(ofAccount)
            try forgive(ForgivenAttempts(Array(attempt.networks.keys)))
            return .right(account, found.token)
        }
        let kind: SecurityEvent.Kind = mayTry ? .signInFailed : .signInLimited
        try log(SecurityEvent(kind, account: account, client: attempt.client, time: attempt.time))
        guard try attempts(attempt.counter)?.count ?? 0 >= limit.attempts else { return .wrong(.wrong) }
        try useUpSignInLinks(of: attempt.browser)
        return .wrong(.usedUp)
    }

    /// Counts a code for an account.
    ///
    /// - Returns: false after 30 codes in 30 days: until then, only links sign in to the account.
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
