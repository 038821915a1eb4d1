import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// What a browser asks for, with its token.
extension SQLiteAuthStore {
    public func browser(_ token: TokenDigest) async throws -> Browser? {
        try await read { try $0.browser(token) }
    }

    public func signIn(_ new: NewSignIn) async throws -> SignInResult {
        try await write { db in
            let changesAccount =
                try new.gateway.map { try db.addOrUpdate(new.account, of: $0.person, at: new.time) } ?? false
            try db.mayBeginSignIn(new)
            let (browser, ended) = try db.adoptOrAddBrowser(new)
            for id in new.expired { try db.endSignIns(of: browser, only: id, at: new.time) }
            try db.hasRoom(in: browser, limit: new.accountLimit)
            let isElsewhere = try db.hasSignedIn(new.account) && !db.hasSignedIn(new.account, in: browser)
            let id = try db.insert(new, in: browser)
            try db.log(new.event)
            guard let made = try db.browser(new.token), let signIn = made.signIns.first(where: { $0.id == id }) else {
                throw AuthError.signInEnded
            }
            return SignInResult(
                browser: made, signIn: signIn, isFromNewBrowser: isElsewhere, changesAccount: changesAccount,
                ended: ended)
        }
    }

    public func signOut(
        _ access: BrowserAccess, newToken: TokenDigest, of signIn: SignIn.ID?, events: [SecurityEvent], at time: Date
    ) async throws {
        try await write { db in
            guard try db.isAlive(access) else { throw AuthError.signInEnded }
            try db.endSignIns(of: access.browser, only: signIn, at: time)
            try db.replaceToken(of: access.browser, by: newToken)
            for event in events { try db.log(event) }
        }
    }

    public func select(_ signIn: SignIn.ID, in access: BrowserAccess, at time: Date) async throws {
        try await write { db in
            guard try db.isAlive(access) else { throw AuthError.signInEnded }
            let selectedAt = try db.selectionTime(in: access.browser, at: time)
            try db.update(signIn, of: access.browser, set: "selected_at", to: selectedAt)
        }
    }

    public func reauthenticate(_ proof: Reauthentication) async throws {
        try await write { db in
            guard try db.isAlive(proof.access) else { throw AuthError.signInEnded }
            let browser = proof.access.browser
            try db.update(proof.signIn, of: browser, set: "authenticated_at", to: proof.time.milliseconds)
            guard try db.passwordHash(of: proof.signIn) == proof.passwordHash else { throw AuthError.wrongCredentials }
            if let record = proof.gateway, let account = try db.account(of: proof.signIn) {
                try db.setPerson(record.person, of: try db.existingAccount(account))
                try db.update(proof.signIn, of: browser, set: "gateway_token", to: record.sealedToken)
            }
            try db.replaceToken(of: browser, by: proof.token)
            try db.log(proof.event)
        }
    }

    public func setAutomatic(_ change: AutomaticSignInChange) async throws {
        try await write { db in
            guard try db.isAlive(change.access) else { throw AuthError.signInEnded }
            let browser = change.access.browser
            if let run = change.newRun { try db.beginRun(run, of: browser, at: change.time) }
            try db.update(change.signIn, of: browser, set: "is_automatic", to: change.isAutomatic)
        }
    }
}
