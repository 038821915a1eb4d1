import Foundation
import PorticoConfig

extension AuthStore {
    /// Makes a sign-in, which becomes the current one, gives the browser its new token and run, and remembers the server.
    /// A sign-in of the same account in the browser is ended, and so are, where a new run has begun, those of the run
    /// before. The other accounts' stay. A sign-in with a password from a browser not seen before is told of by mail.
    ///
    /// Where the token that the request brought was replaced meanwhile, the sign-in is made in a browser of its own. Those
    /// of the same account end that other requests with that token made less than a minute ago: a browser that sends several
    /// at once keeps one.
    ///
    /// - Throws: ``AuthError/wrongCredentials`` where the account was disabled, removed or given another password
    ///   meanwhile; ``AuthError/tooManyAccounts``; ``AuthError/otherPerson`` where a gateway said so.
    public func signIn(_ new: NewSignIn) async throws -> SignInResult {
        try await write { transaction in
            if let record = new.gateway {
                try transaction.addOrUpdate(new.account, of: record.person, at: new.time)
            }
            try transaction.requireCredential(of: new)
            let (browser, ended) = try transaction.adoptOrAddBrowser(new)
            for id in new.expired {
                try transaction.endSignIns(SignInFilter(id: id, browser: browser), at: new.time)
            }
            try transaction.requireRoom(in: browser, limit: new.accountLimit)
            let isElsewhere =
                try transaction.hasSignedIn(new.account, in: nil)
                && !transaction.hasSignedIn(new.account, in: browser)
            let id = try transaction.insert(
                new, in: browser, selectedAt: try transaction.selectionTime(in: browser, at: new.time))
            try new.forgiven.map(transaction.forgive)
            try transaction.log(new.event)
            guard let made = try transaction.browser(new.token), let signIn = made.signIns.first(where: { $0.id == id })
            else { throw AuthError.signInEnded }
            if isElsewhere, new.method == .password, let email = signIn.account.email {
                let content = MailJob.Content.newSignIn(new.account, id, new.client, new.time)
                try transaction.insert(MailJob(to: email, content), at: new.time)
            }
            return SignInResult(browser: made, signIn: signIn, isFromNewBrowser: isElsewhere, ended: ended)
        }
    }
}

extension AuthTransaction {
    /// Continues only where the account may be signed in to, with the password that was checked.
    fileprivate func requireCredential(of new: NewSignIn) throws {
        guard let found = try credential(of: new.account), !found.account.isDisabled,
            new.passwordHash == nil || new.passwordHash == found.passwordHash
        else { throw AuthError.wrongCredentials }
    }

    /// Continues only where a browser has room for one more sign-in.
    fileprivate func requireRoom(in browser: Browser.ID, limit: Int) throws {
        guard try signIns(SignInFilter(browser: browser)).count < limit else { throw AuthError.tooManyAccounts }
    }

    /// Gives the browser its new token and run, or adds one. The sign-ins that the new one replaces end: those of the
    /// account in the browser, or those that other requests made at the same time.
    fileprivate func adoptOrAddBrowser(_ new: NewSignIn) throws -> (browser: Browser.ID, ended: [SignIn.ID]) {
        guard let access = new.access, try isAlive(access) else {
            let ended = try endSignInsMadeAtOnce(new)
            let browser = try insertBrowser(new)
            try setToken(new.token, of: browser)
            return (browser, ended)
        }
        let id = access.browser
        try beginRun(new.run, of: id, at: new.time)
        try endSignIns(SignInFilter(account: new.account, browser: id), at: new.time)
        try updateBrowser(id, for: new)
        try setToken(new.token, of: id)
        return (id, [])
    }

    /// Ends the sign-ins of the account that other requests with the same token have just made.
    private func endSignInsMadeAtOnce(_ new: NewSignIn) throws -> [SignIn.ID] {
        guard let brought = new.brought else { return [] }
        return try endSignIns(
            SignInFilter(account: new.account, since: new.atOnceSince, cameWith: brought), at: new.time)
    }
}
