import PorticoHTML

/// Says how something in the sign-in section ended, and what to do next.
public struct OutcomePage: CoverPage, Sendable {
    public enum Kind: Hashable, Sendable, CaseIterable {
        case emailConfirmed
        case signInEnded
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

    public init(kind: Kind, appName: String, purpose: LinkPurpose? = nil, renewal: String? = nil) {
        self.kind = kind
        self.appName = appName
        self.purpose = purpose
        self.renewal = renewal
    }

    public func title(in language: String) -> String { title(Strings(language: language)) }

    func title(_ t: Strings) -> String {
        switch kind {
        case .emailConfirmed: t.outcomeEmailConfirmedTitle
        case .signInEnded: t.outcomeSignInEndedTitle
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
        case .signInEnded: [t.outcomeSignInEnded]
        case .accountDeleted: [t.outcomeAccountDeleted(appName)]
        case .registrationClosed: [t.outcomeRegistrationClosed(appName)]
        case .invitationOnly: [t.outcomeInvitationOnly(appName)]
        case .linkUnknown: [t.outcomeLinkUnknown] + next(t)
        case .linkExpired: [t.outcomeLinkExpired] + next(t)
        case .linkUsed: [t.outcomeLinkUsed] + next(t)
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
        case .signInEnded: (t.choosePassword, .resetPassword)
        case .linkUnknown, .linkExpired, .linkUsed: purpose?.again(t)
        case .emailConfirmed, .accountDeleted, .registrationClosed, .invitationOnly, .emailTaken: nil
        }
    }
}
