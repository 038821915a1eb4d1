import Foundation
import PorticoConfig

/// An attempt to prove a password, before its check.
struct NewPasswordAttempt: Sendable {
    /// The account whose password is tried.
    enum Owner: Sendable {
        /// By its user name or email address, as typed; maybe of no account.
        case typed(String, on: ServerID)
        /// The account of a sign-in.
        case signedIn(AccountID)

        var server: ServerID {
            switch self {
            case .typed(_, let server): server
            case .signedIn(let id): id.server
            }
        }
    }

    let owner: Owner
    /// Whether a gateway checks the password. Its accounts exist before their first sign-in here.
    let isAtGateway: Bool
    let browser: Browser.ID?
    let client: Client
    let limits: LimitPolicy
    let time: Date
}

/// A counted or refused attempt.
struct PasswordAttempt: Sendable {
    /// The account of the attempt; it may not exist.
    let id: AccountID
    /// The account with its hash; nil if there is none.
    let found: Credential?
    /// The counters of the attempt.
    let counters: [LimitKey: Limit]
    /// The limit that refuses the attempt; nil if there is none. A refused attempt is not counted.
    let refusal: LimitReached?
}

extension AuthStore {
    /// Finds the account of a new attempt and counts the attempt, in one transaction. The statements do not depend on
    /// whether the account exists.
    func beginAttempt(_ new: NewPasswordAttempt) async throws -> PasswordAttempt {
        try await write { transaction in
            let id = try transaction.account(of: new.owner)
            let found = try transaction.credential(of: id)
            let browser = try new.browser.flatMap { try transaction.hasSignedIn(id, in: $0) ? $0 : nil }
            let counters = new.counters(of: id, hasEmail: found.map { $0.account.email != nil }, in: browser)
            do {
                try transaction.countAttempt(counters, at: new.time)
                return PasswordAttempt(id: id, found: found, counters: counters, refusal: nil)
            } catch let reached as LimitReached {
                return PasswordAttempt(id: id, found: found, counters: counters, refusal: reached)
            }
        }
    }
}

extension AuthTransaction {
    fileprivate func account(of owner: NewPasswordAttempt.Owner) throws -> AccountID {
        switch owner {
        case .signedIn(let id): return id
        case .typed(let text, let server):
            // No account has the empty name.
            let named = AccountID(server: server, user: UserName(text)?.value ?? "")
            guard let email = EmailAddress(text) else { return named }
            return try account(email: email, on: server)?.id ?? named
        }
    }
}

extension NewPasswordAttempt {
    /// The counters of the attempt, with their limits.
    ///
    /// - Parameters:
    ///   - hasEmail: whether the account has an email address; nil if there is no account.
    ///   - browser: the browser, if the account was signed in to there before.
    fileprivate func counters(of id: AccountID, hasEmail: Bool?, in browser: Browser.ID?) -> [LimitKey: Limit] {
        let hasEmail = hasEmail ?? !isAtGateway
        if let browser {
            return [
                .browser(browser, id): limits.browser,
                .consecutive(id, in: browser): limits.consecutive.relaxed(hasEmail: hasEmail),
                .rate(of: id, from: client): limits.rate,
            ]
        }
        let counted = counted(for: id)
        return [
            LimitKey.typed(counted, on: owner.server): limits.account,
            LimitKey.consecutive(typed: counted, on: owner.server): limits.strangers.relaxed(hasEmail: hasEmail),
            LimitKey.rate(typed: counted, on: owner.server, from: client): limits.rate,
        ].merging(LimitKey.networks(client, "signIn", limits.network)) { own, _ in own }
    }

    /// The key of the counters for strangers' attempts. At a gateway, the user name and the address of an account have
    /// the same counters, because the gateway gets the user name.
    func counted(for id: AccountID) -> String {
        if case .typed(let text, _) = owner, !isAtGateway || id.user.isEmpty { return text }
        return id.user
    }
}

extension Limit {
    /// This limit for an account. No mail can lift the limit of an account without an address, so it lasts at most an
    /// hour (NIST SP 800-63B-4, 3.2.2).
    func relaxed(hasEmail: Bool) -> Limit {
        var limit = self
        if !hasEmail { limit.wait = 3600 }
        return limit
    }
}
