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
        if addition.mustBeFirst, accounts.keys.contains(where: { $0.server == .local }) { throw AuthError.setupClosed }
        let account = addition.account
        if let token = addition.link {
            let link = try use(token, for: [.registration, .invitation], at: account.createdAt)
            guard link.account == nil, mayInvite(link.invitation) else { throw LinkProblem.unknown }
            useUpInvitations(to: link.email)
        }
        guard accounts[account.id] == nil else { throw AuthError.accountExists }
        if let email = account.email, self.account(email: email, on: account.id.server) != nil {
            throw AuthError.emailTaken
        }
        accounts[account.id] = (account, addition.passwordHash)
        if let mail = addition.mail { add(mail, at: account.createdAt) }
        log(addition.event)
    }

    mutating func setEmail(_ email: EmailAddress?, of old: Account) throws {
        if let email, let owner = account(email: email, on: old.id.server), owner.id != old.id {
            throw AuthError.emailTaken
        }
        accounts[old.id]?.account.email = email
        if email != old.email { useUpLinks(of: old.id, for: [.emailChange, .passwordReset, .invitation]) }
    }

    /// Continues only where somebody is left who may administer when this account no longer does.
    func requireAnotherAdministrator(_ id: AccountID) throws {
        if isLastAdministrator(id) { throw AuthError.lastAdministrator }
    }

    func isLastAdministrator(_ id: AccountID) -> Bool {
        let administrators = accounts.values.filter { $0.account.isAdministrator && !$0.account.isDisabled }
        guard let own = administrators.first(where: { $0.account.id == id }) else { return false }
        return !administrators.contains { other in
            other.account.id != id && (other.passwordHash != nil || own.passwordHash == nil)
                && (other.account.id.server == .local || id.server != .local)
        }
    }

    mutating func add(_ mail: MailJob, at time: Date) {
        mails.append(QueuedMail(id: makeID(), mail: mail, queuedAt: time, nextAttempt: time))
    }

    /// - Returns: the ids of the sign-ins that were not ended before.
    mutating func delete(_ account: Account) -> [SignIn.ID] {
        let id = account.id
        let open = signIns.filter { $0.account == id && $0.endedAt == nil }.map(\.id)
        accounts[id] = nil
        deleteSignIns { $0.account == id }
        links = links.filter { $0.value.link.account != id }
        mails.removeAll { $0.mail.content.account == id }
        drafts.removeAll { $0.account == id }
        if let email = account.email { useUpInvitations(to: email) }
        forgetAttempts(ofSigningInTo: id)
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
        mails.removeAll { mail in
            mail.mail.content.account == account && mail.mail.content.purpose.map(purposes.contains) == true
        }
    }

    /// Makes the links useless by which accounts with this address could be made.
    mutating func useUpInvitations(to email: EmailAddress) {
        for (token, row) in links where row.link.account == nil && row.link.email == email {
            links[token]?.isUsed = true
        }
        mails.removeAll {
            $0.mail.content.account == nil && $0.mail.content.purpose != nil && $0.mail.recipient == email
        }
    }

    /// Whether whoever invites, where that is somebody, may still do so.
    private func mayInvite(_ invitation: Invitation?) -> Bool {
        guard let inviter = invitation?.inviter else { return true }
        return accounts[inviter].map { $0.account.isAdministrator && !$0.account.isDisabled } ?? false
    }

    mutating func forgetAttempts(ofSigningInTo account: AccountID) {
        let key = "signIn:account:\(account)"
        attempts = attempts.filter { tried, _ in
            let isInBrowser = tried.value.hasPrefix("signIn:browser:")
            let isOfAccount = [":\(account)", ":\(account):consecutive"].contains { tried.value.hasSuffix($0) }
            return tried.value != key && !tried.value.hasPrefix(key + ":") && !(isInBrowser && isOfAccount)
        }
    }

    mutating func log(_ event: SecurityEvent?) {
        if let event { events.append(LoggedEvent(id: makeID(), event: event)) }
    }
}
