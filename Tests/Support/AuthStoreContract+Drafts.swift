import Foundation
import PorticoAuth
import PorticoConfig
import Testing

extension AuthStoreContract {
    static let drafts: [Contract<any AuthStore>] = [
        Contract("a draft is returned as it was stored, and only for its browser") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let other = try await store.signInForTest(ada)
            let draft = try await store.addDraft(in: made)
            #expect(try await store.draft(draft.token, in: made.browser.id) == draft)
            #expect(try await store.draft(draft.token, in: other.browser.id) == nil)
            #expect(try await store.draft(Token.random().digest, in: made.browser.id) == nil)
        },
        Contract("the drafts of an account are those of all its browsers, the oldest first") { store in
            try await store.addAccount(ada)
            try await store.addAccount(bob)
            let made = try await store.signInForTest(ada)
            let other = try await store.signInForTest(ada)
            let first = try await store.addDraft(in: other)
            _ = try await store.addDraft(in: made, of: bob)
            let second = try await store.addDraft(in: made)
            #expect(try await store.drafts(of: ada) == [first, second])
        },
        Contract("the oldest drafts of a browser are deleted, and no other's") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let other = try await store.signInForTest(ada)
            let before = try await store.addDraft(in: other)
            var drafts: [SealedDraft] = []
            for _ in 0..<4 { drafts.append(try await store.addDraft(in: made)) }
            var left: [SealedDraft?] = []
            for draft in drafts { left.append(try await store.draft(draft.token, in: made.browser.id)) }
            #expect(left == [nil] + drafts.dropFirst().map(Optional.init))
            #expect(try await store.draft(before.token, in: other.browser.id) == before)
        },
        Contract("drafts stored before a time are deleted, and no others") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let old = try await store.addDraft(in: made)
            let new = try await store.addDraft(in: made, after: 1)
            try await store.deleteDrafts(keptBefore: start + 1)
            #expect(try await store.draft(old.token, in: made.browser.id) == nil)
            #expect(try await store.draft(new.token, in: made.browser.id) == new)
        },
        Contract("the end of a sign-in leaves its drafts; those of a deleted account are deleted") { store in
            try await store.addAccount(ada, isAdministrator: true)
            try await store.addAccount(bob)
            let made = try await store.signInForTest(ada)
            let next = try await store.signInForTest(bob, previous: made)
            let (kept, gone) = (try await store.addDraft(in: made), try await store.addDraft(in: next, of: bob))
            _ = try await store.endSignIns(.all, of: bob, event: nil, at: start)
            #expect(try await store.draft(gone.token, in: made.browser.id) == gone)
            try await store.delete(bob, event: nil, at: start)
            #expect(try await store.draft(gone.token, in: made.browser.id) == nil)
            #expect(try await store.draft(kept.token, in: made.browser.id) == kept)
        },
        Contract("the drafts of a deleted browser are deleted with it") { store in
            try await store.addAccount(ada)
            let made = try await store.signInForTest(ada)
            let draft = try await store.addDraft(in: made)
            _ = try await store.signInForTest(ada, after: 60)
            #expect(try await store.deleteSignIns(lastUsedBefore: start + 1) == 1)
            #expect(try await store.browser(made.token) == nil)
            #expect(try await store.draft(draft.token, in: made.browser.id) == nil)
        },
    ]
}

extension AuthStore {
    /// Adds a draft to a browser that keeps at most three.
    fileprivate func addDraft(
        in made: TestSignIn, of account: AccountID = AuthStoreContract.ada, after seconds: TimeInterval = 0
    ) async throws -> SealedDraft {
        let draft = SealedDraft(
            token: Token.random().digest, browser: made.browser.id, account: account, path: "/form?a=b",
            sealed: Data([0, 1, 255]), time: AuthStoreContract.start.addingTimeInterval(seconds))
        try await add(draft, limit: 3)
        return draft
    }
}
