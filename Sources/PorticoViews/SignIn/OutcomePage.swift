import PorticoConfig
import PorticoHTML

/// Says how something in the sign-in section ended, and what to do next.
public struct OutcomePage: CoverPage, Sendable {
    public enum Kind: Hashable, Sendable, CaseIterable {
        case emailConfirmed
        case signInEnded
        /// Somebody, most likely the person, has ended it already.
        case signInOver
        /// There is another password, but as many accounts as may be are signed in to in this browser.
        case passwordSet
        /// The same for an account that was made.
        case accountMade
        case accountDeleted
        /// Nobody can make an account here.
        case registrationClosed
        case invitationOnly
        case linkUnknown
        case linkExpired
        /// It has done its work, or a later one took its place.
        case linkUsed
        /// Another account got the address meanwhile.
        case emailTaken
    }

    public var kind: Kind
    public var appName: String
    /// What the link was for that does not work, where it is about one; it decides what to do next.
    public var purpose: LinkPurpose?
    /// The secret of an invitation's link that has expired, by which another one can be asked for; nil where none can.
    public var renewal: String?
    /// How many accounts are signed in to in this browser, where there can be no more.
    public var accounts: Int?
    /// What people call the server that keeps the account's password, where that is another.
    public var passwordServer: String?

    public init(
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

    public func title(in language: String) -> String { title(Strings(language: language)) }

    func title(_ t: Strings) -> String {
        switch kind {
        case .emailConfirmed: t.outcomeEmailConfirmedTitle
        case .signInEnded: t.outcomeSignInEndedTitle
        case .signInOver: t.outcomeSignInOverTitle
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
        case .passwordSet: [t.outcomePasswordSet] + (accounts.map { [t.loginTooManyAccounts($0)] } ?? [])
        case .accountMade: [t.outcomeAccountMade] + (accounts.map { [t.loginTooManyAccounts($0)] } ?? [])
        case .accountDeleted: [t.outcomeAccountDeleted(appName)]
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

    /// The way on that most people take.
    func button(_ t: Strings) -> (title: String, path: SitePath)? {
        switch kind {
        case .signInEnded, .signInOver: passwordServer == nil ? (t.choosePassword, .resetPassword) : nil
        case .passwordSet, .accountMade: accounts == nil ? (t.logIn, .newSession) : (t.profilesTitle, .profiles)
        case .linkUnknown, .linkExpired: purpose?.again(t)
        case .emailConfirmed, .accountDeleted, .registrationClosed, .invitationOnly, .linkUsed, .emailTaken: nil
        }
    }
}
