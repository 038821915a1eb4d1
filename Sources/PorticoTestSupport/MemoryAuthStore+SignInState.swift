import Foundation
import PorticoAuth
import PorticoConfig

/// The steps about browsers and sign-ins that several transactions share.
extension MemoryAuthStore.State {
    func index(of token: TokenDigest) -> Int? { browsers.firstIndex { $0.token == token } }

    func index(of browser: Browser.ID) -> Int? { browsers.firstIndex { $0.id == browser } }

    /// The place of a browser.
    ///
    /// - Throws: ``AuthError/signInEnded`` where what a request brought names it no more.
    func index(of access: BrowserAccess) throws(AuthError) -> Int {
        guard let index = index(of: access.token), browsers[index].id == access.browser else {
            throw AuthError.signInEnded
        }
        return index
    }

    func browser(at index: Int) -> Browser {
        let row = browsers[index]
        return Browser(
            id: row.id, run: row.run, lastServer: row.lastServer, signIns: open(in: row.id).compactMap(signIn))
    }

    func signIn(_ row: MemoryAuthStore.SignInRow) -> SignIn? {
        guard let account = accounts[row.account]?.account else { return nil }
        return SignIn(
            id: row.id, account: account, method: row.method, since: row.since, lastSeen: row.lastSeen,
            isAutomatic: row.isAutomatic, authenticatedAt: row.authenticatedAt, selectedAt: row.selectedAt,
            client: row.client)
    }

    /// The place of a sign-in of a browser.
    func open(_ signIn: SignIn.ID, in browser: Browser.ID) throws -> Int {
        guard let index = signIns.firstIndex(where: { $0.id == signIn && $0.browser == browser && $0.endedAt == nil })
        else { throw AuthError.signInEnded }
        return index
    }

    func selectionTime(in browser: Browser.ID, at time: Date) -> Date {
        guard let last = open(in: browser).map(\.selectedAt).max() else { return time }
        return max(time, last.addingTimeInterval(0.001))
    }

    private func open(in browser: Browser.ID) -> [MemoryAuthStore.SignInRow] {
        signIns.filter { $0.browser == browser && $0.endedAt == nil }
    }

    mutating func signIn(_ new: NewSignIn) throws -> SignInResult {
        let changesAccount = try new.gateway.map { try addOrUpdate(new.account, of: $0.person, at: new.time) } ?? false
        guard let row = accounts[new.account], !row.account.isDisabled,
            new.passwordHash == nil || new.passwordHash == row.passwordHash
        else { throw AuthError.wrongCredentials }
        let (index, ended) = adoptOrAddBrowser(new)
        let browser = browsers[index].id
        endSignIns(at: new.time) { $0.browser == browser && new.expired.contains($0.id) }
        guard open(in: browser).count < new.accountLimit else { throw AuthError.tooManyAccounts }
        let past = signIns.filter { $0.account == new.account }
        let made = MemoryAuthStore.SignInRow(
            id: makeID(), browser: browser, account: new.account, method: new.method, since: new.time,
            lastSeen: new.time, isAutomatic: new.isAutomatic, authenticatedAt: new.time,
            selectedAt: selectionTime(in: browser, at: new.time), client: new.client,
            gatewayToken: new.gateway?.sealedToken)
        signIns.append(made)
        log(new.event)
        guard let signIn = signIn(made) else { throw AuthError.signInEnded }
        return SignInResult(
            browser: self.browser(at: index), signIn: signIn,
            isFromNewBrowser: !past.isEmpty && !past.contains { $0.browser == browser },
            changesAccount: changesAccount, ended: ended)
    }

    private mutating func adoptOrAddBrowser(_ new: NewSignIn) -> (index: Int, ended: [SignIn.ID]) {
        guard let access = new.access, let index = try? index(of: access) else {
            let others = Set(browsers.filter { $0.cameWith != nil && $0.cameWith == new.brought }.map(\.id))
            let ended = endSignIns(at: new.time) {
                others.contains($0.browser) && $0.account == new.account && $0.since >= new.atOnceSince
            }
            browsers.append(
                .init(
                    id: makeID(), token: new.token, run: new.run, lastServer: new.account.server,
                    cameWith: new.brought))
            return (browsers.count - 1, ended)
        }
        beginRun(new.run, of: index, at: new.time)
        browsers[index].token = new.token
        browsers[index].lastServer = new.account.server
        browsers[index].cameWith = new.brought
        let browser = browsers[index].id
        endSignIns(at: new.time) { $0.browser == browser && $0.account == new.account }
        return (index, [])
    }

    mutating func beginRun(_ run: TokenDigest, of index: Int, at time: Date) {
        guard browsers[index].run != run else { return }
        browsers[index].run = run
        let browser = browsers[index].id
        endSignIns(at: time) { $0.browser == browser && !$0.isAutomatic }
    }

    @discardableResult
    mutating func endSignIns(at time: Date, where matches: (MemoryAuthStore.SignInRow) -> Bool) -> [SignIn.ID] {
        var ended: [SignIn.ID] = []
        for index in signIns.indices where signIns[index].endedAt == nil && matches(signIns[index]) {
            signIns[index].endedAt = time
            addEndedToken(signIns[index].gatewayToken, of: signIns[index].account)
            signIns[index].gatewayToken = nil
            ended.append(signIns[index].id)
        }
        return ended
    }
}
