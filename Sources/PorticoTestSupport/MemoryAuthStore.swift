import Foundation
import PorticoAuth
import PorticoConfig

/// Accounts, browsers and sign-ins in memory, for tests.
public actor MemoryAuthStore: AuthStore {
    private struct SignInRow {
        var signIn: SignIn
        var endedAt: Date?
    }

    private struct BrowserRow {
        let id: Int64
        var token: TokenDigest
        var run: TokenDigest?
        var lastServer: ServerID?
        var signIns: [SignInRow] = []
    }

    fileprivate struct RecordID: Hashable {
        let account: AccountID
        let route: String
        let key: String
    }

    private var accountRows: [AccountID: (account: Account, passwordHash: String?)] = [:]
    private var browserRows: [BrowserRow] = []
    private var records: [RecordID: (record: RequestRecord, time: Date)] = [:]
    private var nextID: Int64 = 1

    public init() {}

    private func makeID() -> Int64 {
        defer { nextID += 1 }
        return nextID
    }
}

// MARK: Accounts

extension MemoryAuthStore {
    public func hasAccounts() -> Bool { !accountRows.isEmpty }

    public func accounts() -> [Account] {
        accountRows.values.map(\.account).sorted {
            ($0.id.server.rawValue, $0.id.user) < ($1.id.server.rawValue, $1.id.user)
        }
    }

    public func account(_ id: AccountID) -> Account? { accountRows[id]?.account }

    public func credential(of id: AccountID) -> (account: Account, passwordHash: String?)? { accountRows[id] }

    public func add(_ account: Account, passwordHash: String, mustBeFirst: Bool) throws {
        if mustBeFirst, hasAccounts() { throw AuthError.setupClosed }
        guard accountRows[account.id] == nil else { throw AuthError.accountExists }
        accountRows[account.id] = (account, passwordHash)
    }

    public func setPasswordHash(_ hash: String, of id: AccountID, at time: Date) throws {
        guard accountRows[id] != nil else { throw AuthError.noSuchAccount }
        accountRows[id]?.passwordHash = hash
        endSignIns(at: time) { $0.account.id == id }
    }

    public func upgradePasswordHash(from old: String, to new: String, of id: AccountID) {
        if accountRows[id]?.passwordHash == old { accountRows[id]?.passwordHash = new }
    }

    public func setDisabled(_ isDisabled: Bool, _ id: AccountID, at time: Date) throws {
        guard let old = accountRows[id]?.account else { throw AuthError.noSuchAccount }
        accountRows[id]?.account = Account(
            id: id, name: old.name, isAdministrator: old.isAdministrator, isDisabled: isDisabled,
            createdAt: old.createdAt)
        if isDisabled { endSignIns(at: time) { $0.account.id == id } }
    }

    private func endSignIns(at time: Date, where matches: (SignIn) -> Bool) {
        for browser in browserRows.indices { endSignIns(of: browser, at: time, where: matches) }
    }

    private func endSignIns(of browser: Int, at time: Date, where matches: (SignIn) -> Bool) {
        for row in browserRows[browser].signIns.indices
        where browserRows[browser].signIns[row].endedAt == nil && matches(browserRows[browser].signIns[row].signIn) {
            browserRows[browser].signIns[row].endedAt = time
        }
    }
}

// MARK: Browsers and sign-ins

extension MemoryAuthStore {
    public func browser(_ token: TokenDigest) -> Browser? {
        index(of: token).map { browser(at: $0) }
    }

    public func signIn(_ new: NewSignIn) throws -> Browser {
        guard let account = accountRows[new.account]?.account, !account.isDisabled else {
            throw AuthError.wrongCredentials
        }
        let index = adoptOrAddBrowser(new)
        let signIn = SignIn(
            id: makeID(), account: account, method: new.method, since: new.time, lastSeen: new.time,
            isAutomatic: new.isAutomatic)
        browserRows[index].signIns.append(SignInRow(signIn: signIn))
        return browser(at: index)
    }

    public func signOut(_ token: TokenDigest, newToken: TokenDigest, at time: Date) {
        guard let index = index(of: token) else { return }
        endSignIns(of: index, at: time) { _ in true }
        browserRows[index].token = newToken
    }

    public func setAutomatic(_ change: AutomaticSignInChange) throws -> RequestOutcome? {
        if let record = change.record, let known = records[record.id] {
            guard known.record.body == record.body else { throw AuthError.requestBodyDiffers }
            return known.record.outcome
        }
        let row = index(of: change.token).flatMap { index in
            browserRows[index].signIns.firstIndex { $0.signIn.id == change.signIn && $0.endedAt == nil }
                .map { (browser: index, signIn: $0) }
        }
        guard let row else { throw AuthError.signInEnded }
        if let run = change.newRun { beginRun(run, of: row.browser, at: change.time) }
        browserRows[row.browser].signIns[row.signIn].signIn.isAutomatic = change.isAutomatic
        if let record = change.record { records[record.id] = (record, change.time) }
        return nil
    }

    public func recordUse(_ lastSeen: [SignIn.ID: Date]) {
        for browser in browserRows.indices {
            for row in browserRows[browser].signIns.indices where browserRows[browser].signIns[row].endedAt == nil {
                let signIn = browserRows[browser].signIns[row].signIn
                guard let time = lastSeen[signIn.id] else { continue }
                browserRows[browser].signIns[row].signIn.lastSeen = max(signIn.lastSeen, time)
            }
        }
    }

    public func history(of id: AccountID) -> AccountHistory {
        let rows = browserRows.flatMap(\.signIns).filter { $0.signIn.account.id == id }
        let found = records.values.filter { $0.record.account == id }.sorted { $0.time < $1.time }
        return AccountHistory(
            signIns: rows.sorted { $0.signIn.id < $1.signIn.id }.map { .init(signIn: $0.signIn, endedAt: $0.endedAt) },
            requests: found.map { .init(route: $0.record.route, outcome: $0.record.outcome, time: $0.time) })
    }

    public func deleteRequestRecords(before time: Date) {
        records = records.filter { $0.value.time >= time }
    }

    private func index(of token: TokenDigest) -> Int? {
        browserRows.firstIndex { $0.token == token }
    }

    private func browser(at index: Int) -> Browser {
        let row = browserRows[index]
        return Browser(
            id: row.id, run: row.run, lastServer: row.lastServer,
            signIns: row.signIns.filter { $0.endedAt == nil }.map(\.signIn))
    }

    private func adoptOrAddBrowser(_ new: NewSignIn) -> Int {
        guard let index = new.previousToken.flatMap(index) else {
            browserRows.append(
                BrowserRow(id: makeID(), token: new.token, run: new.run, lastServer: new.account.server))
            return browserRows.count - 1
        }
        beginRun(new.run, of: index, at: new.time)
        browserRows[index].token = new.token
        browserRows[index].lastServer = new.account.server
        endSignIns(of: index, at: new.time) { $0.account.id == new.account }
        return index
    }

    private func beginRun(_ run: TokenDigest, of browser: Int, at time: Date) {
        guard browserRows[browser].run != run else { return }
        browserRows[browser].run = run
        endSignIns(of: browser, at: time) { !$0.isAutomatic }
    }
}

extension RequestRecord {
    fileprivate var id: MemoryAuthStore.RecordID { .init(account: account, route: route, key: key) }
}
