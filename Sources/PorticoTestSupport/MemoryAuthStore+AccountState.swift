import Foundation
import PorticoAuth
import PorticoConfig

/// The steps about accounts and links that several transactions share.
extension MemoryAuthStore.State {
    func existing(_ id: AccountID) throws -> Account {
        guard let row = accounts[id] else { throw AuthError.noSuchAccount }
        return row.account
    }

    func account(email: EmailAddress, on server: ServerID) -> Account? {
        accounts.values.lazy.map(\.account).first { $0.id.server == server && $0.email == email }
    }

    mutating func add(_ addition: AccountAddition) throws {
        if addition.mustBeFirst, !accounts.isEmpty { throw AuthError.setupClosed }
        let account = addition.account
        if let token = addition.link {
            let link = try use(token, for: [.registration, .invitation], at: account.createdAt)
            guard link.account == nil else { throw LinkProblem.unknown }
        }
        guard accounts[account.id] == nil else { throw AuthError.accountExists }
        if let email = account.email, self.account(email: email, on: account.id.server) != nil {
            throw AuthError.emailTaken
        }
        accounts[account.id] = (account, addition.passwordHash)
        if let letter = addition.letter { add(letter, at: account.createdAt) }
        log(addition.event)
    }

    mutating func setEmail(_ email: EmailAddress?, of old: Account) throws {
        if let email, let owner = account(email: email, on: old.id.server), owner.id != old.id {
            throw AuthError.emailTaken
        }
        accounts[old.id]?.account.email = email
        if email != old.email { useUpLinks(of: old.id, for: [.emailChange, .passwordReset, .invitation]) }
    }

    /// Continues only where somebody is left who may administer when `account` no longer does.
    func mayLose(_ account: Account) throws {
        let administrators = accounts.values.map(\.account).filter { $0.isAdministrator && !$0.isDisabled }
        if administrators.map(\.id) == [account.id] { throw AuthError.lastAdministrator }
    }

    mutating func add(_ letter: Letter, at time: Date) {
        letters.append(QueuedLetter(id: makeID(), letter: letter, queuedAt: time, nextAttempt: time))
    }

    /// - Returns: the ids of the sign-ins that were not ended before.
    mutating func delete(_ id: AccountID) -> [SignIn.ID] {
        let open = signIns.filter { $0.account == id && $0.endedAt == nil }.map(\.id)
        accounts[id] = nil
        signIns.removeAll { $0.account == id }
        records = records.filter { $0.key.account != id }
        links = links.filter { $0.value.link.account != id }
        forgetTries(ofSigningInTo: id)
        return open
    }

    mutating func use(
        _ token: TokenDigest, for purposes: Set<OneTimeLink.Purpose>, at time: Date
    ) throws -> OneTimeLink {
        let link = try link(token, at: time)
        guard purposes.contains(link.purpose) else { throw LinkProblem.unknown }
        links[token]?.isUsed = true
        return link
    }

    func link(_ token: TokenDigest, at time: Date) throws -> OneTimeLink {
        guard let row = links[token] else { throw LinkProblem.unknown }
        if row.isUsed { throw LinkProblem.used }
        guard row.link.expiresAt > time else { throw LinkProblem.expired }
        return row.link
    }

    mutating func useUpLinks(of account: AccountID, for purposes: Set<OneTimeLink.Purpose>) {
        for (token, row) in links where row.link.account == account && purposes.contains(row.link.purpose) {
            links[token]?.isUsed = true
        }
    }

    mutating func forgetTries(ofSigningInTo account: AccountID) {
        let key = "signIn:account:\(account)"
        tries = tries.filter { $0.key.value != key && !$0.key.value.hasPrefix(key + ":") }
    }

    mutating func log(_ event: SecurityEvent?) {
        if let event { events.append(LoggedEvent(id: makeID(), event: event)) }
    }
}
