import PorticoConfig
import PorticoHTML

/// The outcome of a step in the sign-in section, and the next step.
package struct OutcomePage: CoverPage, Sendable {
    /// The kind of outcome.
    package enum Kind: Hashable, Sendable, CaseIterable {
        case emailConfirmed
        case signInEnded
        /// The sign-in had already ended.
        case signInOver
        /// Further sign-ins to the account are allowed.
        case limitsLifted
        /// The reset of the ways to log in does not take place.
        case resetStopped
        /// The password was set, but the browser has the maximum number of signed-in accounts.
        case passwordSet
        /// The account was created, but is not signed in for the same reason.
        case accountMade
        case accountDeleted
        /// Registration is closed.
        case registrationClosed
        case invitationOnly
        case linkUnknown
        case linkExpired
        /// The link was used, or replaced by a newer one.
        case linkUsed
        /// Another account has got the address in the meantime.
        case emailTaken
    }

    package var kind: Kind
    package var appName: String
    /// The purpose of the failed link, which determines the next step; nil if there is none.
    package var purpose: LinkPurpose?
    /// The token of an expired invitation, for requesting a new link; nil if that is not possible.
    package var renewal: String?
    /// The number of signed-in accounts, if the browser has reached the maximum.
    package var accounts: Int?
    /// The display name of the server that stores the password; nil if this server does.
    package var passwordServer: String?

    package init(
        kind: Kind, appName: String, purpose: LinkPurpose? = nil, renewal: String? = nil, accounts: Int? = nil,
        passwordServer: String? = nil
    ) {
        self.kind = kind
        self.appName = appName
        self.purpose = purpose
        self.renewal = renewal
        self.accounts = accounts
        self.passwordServer = passwordServer
    }

    package func title(in language: String) -> String { title(Strings(language: language)) }

    func title(_ t: Strings) -> String {
        switch kind {
        case .emailConfirmed: t.outcomeEmailConfirmedTitle
        case .signInEnded: t.outcomeSignInEndedTitle
        case .signInOver: t.outcomeSignInOverTitle
        case .limitsLifted: t.outcomeLimitsLiftedTitle
        case .resetStopped: t.outcomeResetStoppedTitle
        case .passwordSet: t.outcomePasswordSetTitle
        case .accountMade: t.outcomeAccountMadeTitle
        case .accountDeleted: t.outcomeAccountDeletedTitle
        case .registrationClosed: t.outcomeRegistrationClosedTitle
        case .invitationOnly: t.outcomeInvitationOnlyTitle
        case .linkUnknown: t.outcomeLinkUnknownTitle
        case .linkExpired: t.outcomeLinkExpiredTitle
        case .linkUsed: t.outcomeLinkUsedTitle
        case .emailTaken: t.outcomeEmailTakenTitle
        }
    }

    func sentences(_ t: Strings) -> [String] {
        switch kind {
        case .emailConfirmed: [t.outcomeEmailConfirmed]
        case .signInEnded: [passwordServer.map { t.outcomeSignInEndedElsewhere($0) } ?? t.outcomeSignInEnded]
        case .signInOver: [passwordServer.map { t.outcomeSignInOverElsewhere($0) } ?? t.outcomeSignInOver]
        case .limitsLifted: [t.outcomeLimitsLifted]
        case .resetStopped: [t.outcomeResetStopped]
        case .passwordSet: [t.outcomePasswordSet] + (accounts.map { [t.loginTooManyAccounts($0)] } ?? [])
        case .accountMade: [t.outcomeAccountMade] + (accounts.map { [t.loginTooManyAccounts($0)] } ?? [])
        case .accountDeleted: [t.outcomeAccountDeleted]
        case .registrationClosed: [t.outcomeRegistrationClosed(appName)]
        case .invitationOnly: [t.outcomeInvitationOnly(appName)]
        case .linkUnknown: [t.outcomeLinkUnknown] + next(t)
        case .linkExpired: [t.outcomeLinkExpired] + next(t)
        case .linkUsed: [t.outcomeLinkUsed]
        case .emailTaken: [t.outcomeEmailTaken]
        }
    }

    private func next(_ t: Strings) -> [String] {
        guard renewal == nil else { return [t.linkRenew] }
        return purpose.map { [$0.next(t)] } ?? []
    }

    /// The primary next step.
    func button(_ t: Strings) -> (title: String, path: SitePath)? {
        switch kind {
        case .signInEnded, .signInOver: passwordServer == nil ? (t.choosePassword, .resetPassword) : nil
        case .limitsLifted, .resetStopped: (t.signIn, .newSession)
        case .passwordSet, .accountMade: accounts == nil ? (t.signIn, .newSession) : (t.profilesTitle, .profiles)
        case .linkUnknown, .linkExpired: purpose?.again(t)
        case .emailConfirmed, .accountDeleted, .registrationClosed, .invitationOnly, .linkUsed, .emailTaken: nil
        }
    }
}
