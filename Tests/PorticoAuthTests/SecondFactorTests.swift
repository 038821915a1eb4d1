import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("G2 G3 The second factor", .everyEngine)
struct SecondFactorTests {
    private let auth = AuthFixture()
    private var factors: SecondFactors { auth.services.factors }
    private static let here = Client(address: "192.0.2.7", agent: "Firefox on Linux")

    /// An account with an authenticator app, and its recovery codes.
    private func addAccount() async throws -> (account: Account, app: TOTP, codes: [RecoveryCode]) {
        let account = try await auth.addAccount(email: "ada@example.org")
        let setUp = try await factors.begin(for: account.id, issuer: "Portico")
        let codes = try await factors.confirm(setUp.sealed, code: code(setUp.totp), of: account, client: Self.here)
        _ = try await auth.takeMails()
        // The code of the set-up is used up.
        auth.clock.advance(by: 30)
        return (account, setUp.totp, codes)
    }

    private func code(_ app: TOTP, steps: Int64 = 0) -> String {
        app.code(step: TOTP.step(at: auth.clock.now()) + steps)
    }

    /// The token of a sign-in that waits for the second factor.
    private func begin(
        password: String = AuthFixture.password, isAutomatic: Bool = false,
        as identity: RequestIdentity = AuthFixture.stranger
    ) async throws -> String {
        do {
            _ = try await auth.signIn(password: password, isAutomatic: isAutomatic, as: identity)
        } catch let needed as SecondFactorNeeded {
            return needed.token.value
        }
        Issue.record("the password alone was enough")
        return ""
    }

    @discardableResult
    private func finish(
        _ token: String, _ code: SecondFactorCode, trusts: Bool = false,
        as identity: RequestIdentity = AuthFixture.stranger
    ) async throws -> BrowserTokens {
        try await auth.authenticator.finish(token, code: code, trustsBrowser: trusts, identity: identity)
    }

    private func failure(_ token: String, _ code: SecondFactorCode) async throws -> AuthError? {
        do {
            try await finish(token, code)
            return nil
        } catch let error as AuthError {
            return error
        }
    }

    @Test("is asked for after the right password only, and finishes the sign-in as it was begun")
    func asked() async throws {
        let (_, app, _) = try await addAccount()
        #expect(try await auth.failure() == .wrongCredentials)
        let token = try await begin(isAutomatic: true)
        #expect(try await auth.authenticator.sessions(of: .ada).isEmpty)
        let tokens = try await finish(token, .app(code(app)))
        let signIn = try #require(try await auth.identity(tokens).signIn)
        #expect(signIn.account.id == .ada && signIn.isAutomatic && signIn.method == .password)
        #expect(signIn.factor == .app && signIn.factorAt == auth.clock.now())
        #expect(try await auth.events(.signedIn).count == 1)
    }

    @Test("a set-up that nobody has confirmed asks nothing of anybody")
    func unconfirmed() async throws {
        let account = try await auth.addAccount()
        let setUp = try await factors.begin(for: account.id, issuer: "Portico")
        await #expect(throws: AppSetUpProblem.wrongCode) {
            try await factors.confirm(setUp.sealed, code: code(setUp.totp, steps: 3), of: account, client: Self.here)
        }
        #expect(try await auth.failure(password: AuthFixture.password) == nil)
        auth.clock.advance(by: 1800)
        await #expect(throws: AppSetUpProblem.expired) {
            try await factors.confirm(setUp.sealed, code: code(setUp.totp), of: account, client: Self.here)
        }
        let other = try await auth.addAccount("bob")
        let fresh = try await factors.begin(for: account.id, issuer: "Portico")
        await #expect(throws: AppSetUpProblem.expired) {
            try await factors.confirm(fresh.sealed, code: code(fresh.totp), of: other, client: Self.here)
        }
    }

    @Test("a code works once: from the set-up to the first sign-in, again, and of an earlier step")
    func once() async throws {
        let account = try await auth.addAccount()
        let setUp = try await factors.begin(for: account.id, issuer: "Portico")
        let first = code(setUp.totp)
        _ = try await factors.confirm(setUp.sealed, code: first, of: account, client: Self.here)
        #expect(try await failure(begin(), .app(first)) == .codeUsed)
        #expect(try await auth.events(.secondFactorFailed).count == 1, "a stolen code leaves a trace")
        auth.clock.advance(by: 30)
        let second = code(setUp.totp)
        try await finish(begin(), .app(second))
        #expect(try await failure(begin(), .app(second)) == .codeUsed)
        // The clock of the app is late by one step, or early.
        #expect(try await failure(begin(), .app(code(setUp.totp, steps: -1))) == .codeUsed)
        try await finish(begin(), .app(code(setUp.totp, steps: 1)))
        #expect(try await failure(begin(), .app(code(setUp.totp, steps: 2))) == .wrongCode)
    }

    @Test("a set-up works once: of twenty requests at once, one makes recovery codes, and none later")
    func setUpOnce() async throws {
        let account = try await auth.addAccount()
        let setUp = try await factors.begin(for: account.id, issuer: "Portico")
        let code = code(setUp.totp)
        let confirm = { @Sendable [factors] in
            try await factors.confirm(setUp.sealed, code: code, of: account, client: Self.here)
        }
        let made = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { (try? await confirm()) != nil } }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(made == 1)
        await #expect(throws: AppSetUpProblem.superseded) { try await confirm() }
        let again = try await factors.begin(for: account.id, issuer: "Portico")
        auth.clock.advance(by: 30)
        _ = try await factors.confirm(
            again.sealed, code: self.code(again.totp), of: account, client: Self.here)
        await #expect(throws: AppSetUpProblem.superseded) { try await confirm() }
    }

    @Test("what was proved before the set-up allows nothing afterwards: other sign-ins, the link for another address")
    func earlierProofs() async throws {
        let account = try await auth.addAccount(email: "ada@example.org")
        let elsewhere = try await auth.identity(auth.signIn())
        let here = try await auth.identity(auth.signIn())
        #expect(auth.authenticator.isRecentlyAuthenticated(try #require(elsewhere.signIn)))
        _ = try await auth.takeMails()
        try await auth.services.emails.request(try address("evil@example.net"), of: account.id, client: Self.here)
        let link = try await auth.tokenOfMail()
        let setUp = try await factors.begin(for: account.id, issuer: "Portico")
        _ = try await factors.confirm(
            setUp.sealed, code: code(setUp.totp), of: account, client: Self.here, in: here)
        let signIns = try await auth.authenticator.sessions(of: account.id).map(\.signIn)
        #expect(signIns.filter(auth.authenticator.isRecentlyAuthenticated).map(\.id) == [here.signIn?.id])
        await #expect(throws: LinkProblem.used) { try await auth.services.emails.confirm(link, client: Self.here) }
    }

    @Test("of twenty requests at once with one code, one signs in; and with one waiting sign-in, too")
    func together() async throws {
        let (_, app, codes) = try await addAccount()
        for code in [SecondFactorCode.app(code(app)), .recovery(codes[0].text)] {
            let token = try await begin()
            let signedIn = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 { group.addTask { (try? await finish(token, code)) != nil } }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(signedIn == 1)
            // The limit counts those that came after the one.
            auth.clock.advance(by: 901)
        }
    }

    @Test("a recovery code takes its place once, as people type it; the person is told")
    func recovery() async throws {
        let (account, _, codes) = try await addAccount()
        #expect(codes.count == 10 && Set(codes.map(\.text)).count == 10)
        let typed = " \(codes[3].text.uppercased().replacing("-", with: " ")) "
        try await finish(begin(), .recovery(typed))
        #expect(try await auth.takeMails().map(\.kind) == [.factorsChanged])
        #expect(try await auth.events(.recoveryCodeUsed).count == 1)
        #expect(try await factors.state(of: account.id).codesLeft == 9)
        #expect(try await failure(begin(), .recovery(codes[3].text)) == .wrongCode)
        let fresh = try #require(try await factors.renewCodes(of: account, client: Self.here))
        #expect(try await failure(begin(), .recovery(codes[4].text)) == .wrongCode)
        try await finish(begin(), .recovery(fresh[0].text))
    }

    @Test("wrong codes are counted for the account, over all browsers and sign-ins; a mail lifts the limit")
    func limited() async throws {
        let (_, app, _) = try await addAccount()
        for number in 0..<30 {
            let client = AuthFixture.stranger(at: "192.0.2.\(number)")
            await #expect(throws: AuthError.wrongCode) {
                try await finish(begin(as: client), .app("000000x"), as: client)
            }
            auth.clock.advance(by: 91)
        }
        #expect(try await failure(begin(), .app(code(app))) == .tooManyCodes(retryAfter: nil))
        let mail = try #require(try await auth.takeMails().first { $0.kind == .codesLimited })
        let token = try await auth.token(for: mail)
        let link = try await auth.services.links.open(token, for: [.liftLimits])
        try await auth.authenticator.liftLimits(link, token: token, client: Self.here)
        try await finish(begin(), .app(code(app)))
    }

    @Test(
        "a sign-in waits ten minutes, in the browser that began it, for the same password and until the account is disabled"
    )
    func waits() async throws {
        let (account, app, _) = try await addAccount()
        let late = try await begin()
        auth.clock.advance(by: 600)
        #expect(try await failure(late, .app(code(app))) == .pendingSignInEnded)
        let other = RequestIdentity(credentials: BrowserCredentials(token: Token.random().digest, run: nil))
        let elsewhere = try await begin()
        await #expect(throws: AuthError.pendingSignInEnded) { try await finish(elsewhere, .app(code(app)), as: other) }
        let changed = try await begin()
        try await auth.directory.setPassword(AuthFixture.otherPassword, of: account.id)
        #expect(try await failure(changed, .app(code(app))) == .wrongCredentials)
        #expect(try await failure(Token.random().value, .app(code(app))) == .pendingSignInEnded)
        let disabled = try await begin(password: AuthFixture.otherPassword)
        try await auth.directory.setDisabled(true, account.id)
        try await auth.directory.setDisabled(false, account.id)
        #expect(try await failure(disabled, .app(code(app, steps: 1))) == .pendingSignInEnded)
    }

    @Test("no sign-in waits for an account that was disabled or deleted after its password was found right")
    func endsMeanwhile() async throws {
        let (account, _, _) = try await addAccount()
        auth.store.pauseNextFailure { [auth] in try await auth.directory.setDisabled(true, account.id) }
        await #expect(throws: AuthError.wrongCredentials) { _ = try await auth.signIn() }
        try await auth.directory.setDisabled(false, account.id)
        auth.store.pauseNextFailure { [auth] in try await auth.directory.delete(account.id) }
        await #expect(throws: AuthError.wrongCredentials) { _ = try await auth.signIn() }
    }

    @Test("is not asked for again in a trusted browser for 30 days, until the factors change")
    func trusted() async throws {
        let (account, app, _) = try await addAccount()
        let tokens = try await finish(begin(), .app(code(app)), trusts: true)
        let browser = try await auth.identity(tokens)
        #expect(try await factors.state(of: account.id).trustedBrowsers.map(\.browser) == [browser.browser?.id])
        let again = try await auth.signIn(as: browser)
        let untested = try #require(try await auth.identity(again).signIn)
        #expect(!auth.authenticator.isRecentlyAuthenticated(untested), "sensitive changes need the code")
        #expect(untested.factor == nil && untested.factorAt == nil)
        // Not elsewhere.
        _ = try await begin()
        auth.clock.advance(by: 30 * 86_400 + 1)
        let later = try await auth.authenticator.identity(
            BrowserCredentials(token: again.token.digest, run: again.run?.digest))
        let asked = try await begin(as: later)
        try await finish(asked, .app(code(app)), trusts: true, as: later)
        try await factors.endTrust(in: nil, of: account.id, client: Self.here)
        #expect(try await factors.state(of: account.id).trustedBrowsers.isEmpty)
    }

    @Test("is asked for again in all browsers after a password that was set without the old one")
    func trustEnds() async throws {
        let (account, app, _) = try await addAccount()
        try await finish(begin(), .app(code(app)), trusts: true)
        try await auth.directory.setPassword(AuthFixture.otherPassword, of: account.id)
        #expect(try await factors.state(of: account.id).trustedBrowsers.isEmpty)
    }

    @Test("an app whose secret no key opens blocks no recovery code")
    func unreadable() async throws {
        let (account, _, codes) = try await addAccount()
        let sealed = StoredTOTP(sealedSecret: Data([1]), addedAt: auth.clock.now(), lastStep: 0)
        try await auth.memory.write { try $0.set(sealed, of: account.id) }
        let token = try await begin()
        for _ in 0..<40 { #expect(try await failure(token, .app("123456")) == .appUnreadable) }
        try await finish(token, .recovery(codes[0].text))
    }

    @Test("is asked for after a new password by a mailed link, because a mailbox alone never suffices")
    func reset() async throws {
        let (_, app, _) = try await addAccount()
        let trusted = try await auth.identity(
            try await auth.authenticator.finish(
                begin(), code: .app(code(app)), trustsBrowser: true, identity: AuthFixture.stranger))
        auth.clock.advance(by: 30)
        try await auth.services.passwords.requestReset("ada", client: Self.here)
        let link = try await auth.tokenOfMail()
        var waiting: String?
        do {
            _ = try await auth.services.passwords.reset(
                to: AuthFixture.otherPassword, token: link, identity: trusted)
        } catch let needed as SecondFactorNeeded {
            waiting = needed.token.value
        }
        let tokens = try await auth.authenticator.finish(
            try #require(waiting, "also in a trusted browser"), code: .app(code(app)), trustsBrowser: false,
            identity: trusted)
        #expect(try await auth.identity(tokens).signIn?.method == .link)
    }

    @Test("is part of every proof of a signed-in person")
    func proof() async throws {
        let (_, app, codes) = try await addAccount()
        let identity = try await auth.identity(finish(begin(), .app(code(app))))
        let prove = { (code: SecondFactorCode?) in
            try await auth.authenticator.prove(password: AuthFixture.password, code: code, identity: identity)
        }
        await #expect(throws: AuthError.secondFactorNeeded) { try await prove(nil) }
        await #expect(throws: AuthError.codeUsed) { try await prove(.app(code(app))) }
        auth.clock.advance(by: 30)
        _ = try await prove(.app(code(app)))
        await #expect(throws: AuthError.codeUsed) { try await prove(.app(code(app))) }
        _ = try await prove(.recovery(codes[0].text))
        await #expect(throws: AuthError.secondFactorNeeded) {
            try await auth.services.passwords.change(
                from: AuthFixture.password, to: AuthFixture.otherPassword, endsOthers: false, identity: identity)
        }
    }

    @Test("is stored with the sign-in: of a later proof, and of the set-up that the sign-in has confirmed")
    func stored() async throws {
        let (_, app, codes) = try await addAccount()
        let identity = try await auth.identity(finish(begin(), .app(code(app))))
        let proven = try await auth.authenticator.prove(
            password: AuthFixture.password, code: .recovery(codes[0].text), identity: identity)
        let tokens = try await auth.authenticator.reauthenticate(proven, identity: identity)
        let proved = try await auth.authenticator.identity(
            BrowserCredentials(token: tokens.token.digest, run: identity.credentials.run))
        #expect(proved.signIn?.factor == .recoveryCode)
        let bob = try await auth.addAccount("bob")
        let bobs = try await auth.identity(auth.signIn("bob"))
        let setUp = try await factors.begin(for: bob.id, issuer: "Portico")
        auth.clock.advance(by: 60)
        _ = try await factors.confirm(setUp.sealed, code: code(setUp.totp), of: bob, client: Self.here, in: bobs)
        let signIn = try await auth.authenticator.identity(bobs.credentials).signIn
        #expect(signIn?.factor == .app && signIn?.factorAt == auth.clock.now())
    }

    @Test("removing the app removes everything that belongs to it, and tells the person")
    func removed() async throws {
        let (account, app, _) = try await addAccount()
        try await finish(begin(), .app(code(app)), trusts: true)
        let isRemoved = try await factors.remove(of: account, client: Self.here)
        #expect(isRemoved)
        let state = try await factors.state(of: account.id)
        #expect(state.appAddedAt == nil && state.codesLeft == 0 && state.trustedBrowsers.isEmpty)
        #expect(try await auth.failure(password: AuthFixture.password) == nil)
        #expect(try await auth.takeMails().map(\.kind).contains(.factorsChanged))
        #expect(try await auth.events(.factorAdded, .factorRemoved).count == 2)
        let isGone = try await factors.remove(of: account, client: Self.here)
        #expect(!isGone)
    }
}
