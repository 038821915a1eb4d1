import Crypto
import Foundation
import PorticoConfig

/// Creates, opens and renews the links in mails.
public struct AccountLinks: Sendable {
    private let store: any AuthStore
    private let current: CurrentPolicy
    private let box: SecretBox
    private let now: @Sendable () -> Date

    public init(store: any AuthStore, policy: CurrentPolicy, box: SecretBox, now: @escaping @Sendable () -> Date) {
        self.store = store
        current = policy
        self.box = box
        self.now = now
    }

    /// Lifetime of a link, in whole minutes.
    public func minutes(of purpose: OneTimeLink.Purpose) -> Int { Int(lifetime(of: purpose) / 60) }

    /// The time for which a new link works, in whole minutes.
    public func minutes(of new: OneTimeLink) -> Int {
        // It was made just before: without the further second, an hour would be 59 minutes.
        min(minutes(of: new.purpose), Int((new.expiresAt.timeIntervalSince(now()) + 1) / 60))
    }

    /// Lifetime of a link, in seconds.
    public func lifetime(of purpose: OneTimeLink.Purpose) -> TimeInterval {
        switch purpose {
        case .invitation: policy.invitationLifetime
        // A person who reads the mail late can still stop the reset.
        case .stopReset: policy.resetDelay
        // The code beside the link can be guessed.
        case .signIn: min(Self.signInLifetime, policy.linkLifetime)
        default: policy.linkLifetime
        }
    }

    /// Maximum lifetime of a link to log in, in seconds.
    private static let signInLifetime: TimeInterval = 600
    /// The time for which a browser waits for the mail that it has asked for, in seconds: the mail may be late.
    public static let signInWait: TimeInterval = 3600

    private var policy: AuthPolicy { current.value }

    /// Creates the link of a mail. A mail that is sent again keeps its link, with a new lifetime.
    ///
    /// - Parameter queued: the mail in the queue; nil if it is not queued.
    /// - Returns: the link and its token; nil if the mail has no link, was removed from the queue because its link was
    ///   withdrawn, was sent before and its link used, or if it is to log in in a browser that waits for it no more.
    public func make(
        for mail: MailJob, queued: QueuedMail? = nil
    ) async throws -> (link: OneTimeLink, token: Token)? {
        guard let link = link(for: mail), link.expiresAt > now() else { return nil }
        let tokens = try queued.map(tokens) ?? [.random()]
        let used = try await store.add(link, tokens: tokens.map(\.digest), of: queued?.id)
        return used.map { (link, tokens[$0]) }
    }

    /// The possible tokens of the link of a queued mail, one for each master key; that of the current key first. They
    /// are derived, because the queue stores no secrets.
    private func tokens(of mail: QueuedMail) throws -> [Token] {
        try box.keys(for: "link of the mail \(mail.identity)").map { Token(value: $0.key.base64URL) }
    }

    /// The link with this token.
    ///
    /// - Throws: a ``LinkProblem`` if the link does not work or has another purpose.
    public func open(_ token: String, for purposes: Set<OneTimeLink.Purpose>) async throws -> OneTimeLink {
        let link = try await store.link(TokenDigest(of: token), at: now())
        guard purposes.contains(link.purpose) else { throw LinkProblem.unknown }
        return link
    }

    /// The invitation link with this token, if it has expired and can still be renewed.
    ///
    /// - Throws: a ``LinkProblem`` if there is none.
    public func expiredInvitation(_ token: String) async throws -> OneTimeLink {
        // The distant past skips the expiry check; used links are still refused.
        let link = try await store.link(TokenDigest(of: token), at: .distantPast)
        guard link.purpose == .invitation, link.expiresAt <= now(),
            now() < link.expiresAt.addingTimeInterval(policy.invitationRenewal)
        else { throw LinkProblem.unknown }
        return link
    }

    private func link(for mail: MailJob) -> OneTimeLink? {
        guard let purpose = mail.content.purpose else { return nil }
        var (invitation, signIn, browser): (Invitation?, SignIn.ID?, TokenDigest?)
        if case .invitation(let content) = mail.content { invitation = content }
        if case .newSignIn(_, let id, _, _, _) = mail.content { signIn = id }
        var end = now().addingTimeInterval(lifetime(of: purpose))
        if case .signInLink(_, let digest, _, let time) = mail.content {
            browser = digest
            end = min(end, time.addingTimeInterval(Self.signInWait))
        }
        return OneTimeLink(
            purpose, account: mail.content.account, email: mail.recipient, invitation: invitation, signIn: signIn,
            browser: browser, expiresAt: end)
    }
}

// MARK: Codes

extension AccountLinks {
    /// The code beside a link to log in: six digits. It is derived with the key of the installation and stored nowhere,
    /// because a digest of six digits could be searched.
    ///
    /// - Parameter link: the digest of its token.
    /// - Throws: ``StorageFailure`` if the current key is not the key of the database.
    package func code(of link: TokenDigest) throws -> String { try codes(of: link)[0] }

    /// The codes that a link to log in may have been sent with, one for each master key; that of the current key first.
    func codes(of link: TokenDigest) throws -> [String] {
        try box.keys(for: "code of a link to log in").map { _, key in
            let hash = HMAC<SHA256>.authenticationCode(for: link.bytes, using: SymmetricKey(data: key))
            let number = hash.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } % 1_000_000
            let digits = String(number)
            return String(repeating: "0", count: 6 - digits.utf8.count) + digits
        }
    }
}
