import Foundation
import PorticoAuth
import PorticoConfig

extension MemoryAuthStore {
    public func browser(_ token: TokenDigest) -> Browser? { state.index(of: token).map { state.browser(at: $0) } }

    public func signIn(_ new: NewSignIn) throws -> SignInResult {
        try write { try $0.signIn(new) }
    }

    public func signOut(
        _ access: BrowserAccess, newToken: TokenDigest, of signIn: SignIn.ID?, events: [SecurityEvent], at time: Date
    ) throws {
        try write { state in
            let index = try state.index(of: access)
            state.endSignIns(at: time) { $0.browser == access.browser && (signIn == nil || $0.id == signIn) }
            state.browsers[index].token = newToken
            for event in events { state.log(event) }
        }
    }

    public func hasSignedIn(_ account: AccountID, in browser: Browser.ID) -> Bool {
        state.signIns.contains { $0.account == account && $0.browser == browser }
    }

    public func select(_ signIn: SignIn.ID, in access: BrowserAccess, at time: Date) throws {
        try write { state in
            _ = try state.index(of: access)
            let index = try state.open(signIn, in: access.browser)
            state.signIns[index].selectedAt = state.selectionTime(in: access.browser, at: time)
        }
    }

    public func reauthenticate(_ proof: Reauthentication) throws {
        try write { state in
            let browser = try state.index(of: proof.access)
            let index = try state.open(proof.signIn, in: proof.access.browser)
            let account = state.signIns[index].account
            guard state.accounts[account]?.passwordHash == proof.passwordHash else { throw AuthError.wrongCredentials }
            if let record = proof.gateway {
                try state.setPerson(record.person, of: account)
                state.addEndedToken(state.signIns[index].gatewayToken, of: account)
                state.signIns[index].gatewayToken = record.sealedToken
            }
            state.signIns[index].authenticatedAt = proof.time
            state.browsers[browser].token = proof.token
            state.log(proof.event)
        }
    }

    public func setAutomatic(_ change: AutomaticSignInChange) throws {
        try write { state in
            let browser = try state.index(of: change.access)
            if let run = change.newRun { state.beginRun(run, of: browser, at: change.time) }
            state.signIns[try state.open(change.signIn, in: change.access.browser)].isAutomatic = change.isAutomatic
        }
    }

    public func signIns(of account: AccountID) -> [OpenSignIn] {
        listed(state.signIns.filter { $0.account == account && $0.endedAt == nil })
    }

    public func openSignIns() -> [OpenSignIn] {
        accounts().flatMap { signIns(of: $0.id) }
    }

    private func listed(_ rows: [SignInRow]) -> [OpenSignIn] {
        rows.sorted { ($0.lastSeen, $0.id) > ($1.lastSeen, $1.id) }.compactMap { row in
            state.signIn(row).map { signIn in
                let run = state.browsers.first { $0.id == row.browser }?.run
                return OpenSignIn(signIn: signIn, browser: row.browser, run: run)
            }
        }
    }

    public func endSignIns(
        _ ending: SignInEnding, of account: AccountID, event: SecurityEvent?, at time: Date
    ) -> [SignIn.ID] {
        write { state in
            let ended = state.endSignIns(at: time) { $0.account == account && ending.includes($0.id) }
            if !ended.isEmpty { state.log(event) }
            return ended
        }
    }

    public func endSignIn(using token: TokenDigest, event: SecurityEvent?, at time: Date) throws -> AccountID {
        try write { state in
            let link = try state.use(token, for: [.endSignIn], at: time)
            guard let account = link.account, let signIn = link.signIn else { throw LinkProblem.unknown }
            state.endSignIns(at: time) { $0.account == account && $0.id == signIn }
            state.log(event)
            return account
        }
    }

    public func recordUse(_ uses: [SignIn.ID: SignInUse]) {
        write { state in
            for index in state.signIns.indices where state.signIns[index].endedAt == nil {
                guard let use = uses[state.signIns[index].id], use.time >= state.signIns[index].lastSeen else {
                    continue
                }
                state.signIns[index].lastSeen = use.time
                if !use.address.isEmpty { state.signIns[index].client.address = use.address }
            }
        }
    }

    @discardableResult
    public func deleteSignIns(lastUsedBefore time: Date) -> Int {
        write { state in
            let count = state.signIns.count
            let last = Dictionary(state.signIns.map { ($0.account, $0.id) }, uniquingKeysWith: max)
            state.deleteSignIns { $0.lastSeen < time && last[$0.account] != $0.id }
            let used = Set(state.signIns.map(\.browser))
            state.browsers.removeAll { !used.contains($0.id) }
            state.drafts.removeAll { !used.contains($0.browser) }
            return count - state.signIns.count
        }
    }
}

extension SignInEnding {
    fileprivate func includes(_ signIn: SignIn.ID) -> Bool {
        switch self {
        case .one(let only): signIn == only
        case .allBut(let kept): signIn != kept
        case .all: true
        }
    }
}
