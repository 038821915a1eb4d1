import Foundation
import PorticoAuth
import PorticoConfig

extension MemoryAuthStore {
    public func add(_ draft: SealedDraft, limit: Int) throws {
        try write { state in
            guard state.accounts[draft.account] != nil, state.index(of: draft.browser) != nil else {
                throw AuthError.noSuchAccount
            }
            state.drafts.append(draft)
            let old = Set(state.drafts.filter { $0.browser == draft.browser }.dropLast(limit).map(\.token))
            state.drafts.removeAll { old.contains($0.token) }
        }
    }

    public func draft(_ token: TokenDigest, in browser: Browser.ID) -> SealedDraft? {
        state.drafts.first { $0.token == token && $0.browser == browser }
    }

    public func drafts(of account: AccountID) -> [SealedDraft] {
        state.drafts.filter { $0.account == account }
    }

    public func deleteDrafts(keptBefore time: Date) {
        write { $0.drafts.removeAll { $0.time < time } }
    }
}
