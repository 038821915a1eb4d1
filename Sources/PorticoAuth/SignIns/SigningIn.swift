import Foundation
import PorticoConfig

extension AuthStore {
    /// Stores a sign-in as the browser's current one, with the browser's new token and run and the last server. Ends
    /// the account's previous sign-in in the browser and, if a new run has begun, the sign-ins without automatic
    /// sign-in. Mails a notice of a sign-in by password, passkey or mail from a new browser.
    ///
    /// If the request's token has been replaced in the meantime, the sign-in gets a new browser: it is parallel to the
    /// one that replaced the token. Both stay in force, because the browser keeps the token of the answer that comes last,
    /// which only the browser knows.
    ///
    /// - Throws: ``AuthError/wrongCredentials`` if the account was disabled or deleted, or its password changed, in the
    ///   meantime; ``AuthError/tooManyAccounts``; ``AuthError/otherPerson`` if the gateway reports another person;
    ///   ``AuthError/secondFactorNeeded``, ``AuthError/enrolmentNeeded``,
    ///   ``AuthError/passwordTooShort``, ``AuthError/codeUsed``, ``AuthError/passkeyRefused``,
    ///   ``AuthError/pendingSignInEnded``; ``PasskeyRefusal`` for a passkey that was set up for the sign-in; a
    ///   ``LinkProblem`` if the mailed link of the sign-in does not work.
    public func signIn(_ new: NewSignIn) async throws -> SignInResult {
        try await write { transaction in
            if let record = new.gateway {
                try transaction.addOrUpdate(new.account, of: record.person, client: new.client, at: new.time)
            }
            var new = new
            let credential = try transaction.requireCredential(of: new.account, passwordHash: new.passwordHash)
            if let link = new.link { try transaction.useSignInLink(link, of: new.account, at: new.time) }
            if try transaction.isTrusted(new, by: credential) {
                // Sensitive changes still need the second factor.
                new.authenticatedAt = SignIn.trustedBrowserProof
            }
            let browser = try transaction.adoptOrAddBrowser(new)
            for id in new.expired {
                try transaction.endSignIns(SignInFilter(id: id, browser: browser), at: new.time)
            }
            try transaction.requireRoom(in: browser, limit: new.accountLimit)
            let isElsewhere =
                try transaction.hasSignedIn(new.account, in: nil)
                && !transaction.hasSignedIn(new.account, in: browser)
            let id = try transaction.insert(
                new, in: browser, selectedAt: try transaction.selectionTime(in: browser, at: new.time))
            if new.trustsBrowser {
                try transaction.trust(browser, for: new.account, client: new.client, at: new.time)
                try transaction.log(
                    SecurityEvent(.browserTrusted, account: new.account, client: new.client, time: new.time))
            }
            try new.forgiven.map(transaction.forgive)
            try transaction.log(new.event)
            guard let made = try transaction.browser(new.token), let signIn = made.signIns.first(where: { $0.id == id })
            else { throw AuthError.signInEnded }
            if isElsewhere, new.method.isNotified, let email = signIn.account.email {
                let content = MailJob.Content.newSignIn(
                    new.account, id, new.client, new.time, provider: new.provider?.provider)
                try transaction.insert(MailJob(to: email, content), at: new.time)
            }
            return SignInResult(browser: made, signIn: signIn, isFromNewBrowser: isElsewhere)
        }
    }
}

extension AuthTransaction {
    /// Requires an enabled account whose password is still the checked one.
    ///
    /// - Parameter passwordHash: nil if no password was checked here.
    /// - Throws: ``AuthError/wrongCredentials``
    func requireCredential(of account: AccountID, passwordHash: String?) throws -> Credential {
        guard let found = try credential(of: account), !found.account.isDisabled,
            passwordHash == nil || passwordHash == found.passwordHash
        else { throw AuthError.wrongCredentials }
        return found
    }

    /// Uses up the mailed link of a sign-in.
    ///
    /// - Throws: a ``LinkProblem``
    func useSignInLink(_ link: TokenDigest, of account: AccountID, at time: Date) throws {
        guard try use(link, for: [.signIn], at: time).account == account else { throw LinkProblem.unknown }
    }

    /// Requires the second factor that the account needs, and uses it up, or stores the one that was set up for the sign-in.
    /// A trusted browser needs none after a password. Where none is needed, the password must be long enough.
    ///
    /// - Returns: whether the browser was trusted.
    fileprivate func isTrusted(_ new: NewSignIn, by credential: Credential) throws -> Bool {
        let account = credential.account
        if let pending = new.pending, try !takePendingSignIn(pending) { throw AuthError.pendingSignInEnded }
        if let factor = new.factor {
            try use(factor, of: account, new.client, at: new.time)
            return false
        }
        if new.provenFactor != nil { return false }
        let need = try factorNeed(of: account, by: new.factorPolicy)
        if let enrolment = new.enrolment {
            // Somebody else with the password may have set up a factor first.
            guard need == .enrolment else { throw AuthError.pendingSignInEnded }
            try enrol(account, enrolment, new.client, at: new.time)
            return false
        }
        switch need {
        case .none:
            if new.method == .password, credential.hasShortPassword { try replaceShortPassword(of: account, new) }
            return false
        case .enrolment: throw AuthError.enrolmentNeeded
        case .factor: break
        }
        guard new.method.isFirstFactor, let access = new.access, try isAlive(access),
            try isTrusted(access.browser, for: account.id, since: new.time - TrustedBrowser.lifetime)
        else { throw AuthError.secondFactorNeeded }
        return true
    }

    private func enrol(_ account: Account, _ enrolment: Enrolment, _ client: Client, at time: Date) throws {
        switch enrolment {
        case .app(let app): try add(app, of: account, client, at: time)
        case .passkey(let new):
            try add(new, of: account, client, at: time)
            try outdateProofs(of: account.id, but: nil)
        }
    }

    /// - Throws: ``AuthError/passwordTooShort`` without a new password.
    private func replaceShortPassword(of account: Account, _ new: NewSignIn) throws {
        guard let password = new.newPassword else { throw AuthError.passwordTooShort }
        try setPasswordHash(password.hash, of: account.id)
        try setShortPassword(false, of: account.id)
        try useUpLinks(of: account.id, for: [.passwordReset, .invitation, .emailChange, .signIn])
        if let mail = password.mail { try insert(mail, at: new.time) }
        try log(SecurityEvent(.passwordChanged, account: account.id, client: new.client, time: new.time))
    }

    /// Requires room for one more sign-in in the browser.
    fileprivate func requireRoom(in browser: Browser.ID, limit: Int) throws {
        guard try signIns(SignInFilter(browser: browser)).count < limit else { throw AuthError.tooManyAccounts }
    }

    /// Gives the browser its new token and run, or adds a browser. Ends the account's sign-ins in this browser.
    fileprivate func adoptOrAddBrowser(_ new: NewSignIn) throws -> Browser.ID {
        guard let access = new.access, try isAlive(access) else {
            let browser = try insertBrowser(new)
            try setToken(new.token, of: browser, at: new.time)
            return browser
        }
        let id = access.browser
        try beginRun(new.run, of: id, at: new.time)
        try endSignIns(SignInFilter(account: new.account, parallelTo: id), at: new.time)
        try updateBrowser(id, for: new)
        try setToken(new.token, of: id, at: new.time)
        return id
    }
}
