import PorticoHTML

// The sign-in section, for everybody.
extension SitePath {
    /// Asking for an account; asking for the link that makes one (POST).
    public static let registration: SitePath = "/registration"
    /// Says that a mail is under way.
    public static let registrationSent: SitePath = "/registration/sent"
    /// Making an account, through a link in a mail (`token`).
    public static let confirmRegistration: SitePath = "/registration/confirm"
    /// Asking for another link to an invitation whose link has expired (POST).
    public static let renewInvitation: SitePath = "/registration/renew"
    /// Asking for a link that gives another password.
    public static let resetPassword: SitePath = "/password/reset"
    /// Says that a mail is under way.
    public static let resetPasswordSent: SitePath = "/password/reset/sent"
    /// Choosing a password, through a link in a mail (`token`).
    public static let newPassword: SitePath = "/password/new"
    /// Making an address that of an account, through a link in a mail (`token`).
    public static let confirmEmail: SitePath = "/email/confirm"
    /// Says that an address is that of an account now.
    public static let emailConfirmed: SitePath = "/email/confirmed"
    /// Says that an account has another password, but is not signed in to here.
    public static let passwordSet: SitePath = "/password/set"
    /// Says that there is an account, which is not signed in to here.
    public static let accountMade: SitePath = "/registration/made"
    /// Says that a sign-in has ended.
    public static let signInEnded: SitePath = "/sign-ins/ended"
    /// Says that an account is gone.
    public static let accountDeleted: SitePath = "/account/deleted"
    /// Ending a sign-in, through a link in a mail (`token`).
    public static let endSignIn: SitePath = "/sign-ins/end"
    /// The login cover for a further account in this browser.
    public static let addProfile: SitePath = "/session/new?add=on"
}

// What people do with their own account.
extension SitePath {
    /// Proving once more who one is, to see a page that needs it (POST).
    public static let proof: SitePath = "/session/proof"

    /// The same, for a page that needs it.
    public static func proof(next: SitePath) -> SitePath { proof.adding(query: [("next", next.description)]) }

    /// The account of the person.
    public static let account: SitePath = "/account"
    public static let changePassword: SitePath = "/account/password"
    public static let changeEmail: SitePath = "/account/email"
    public static let deleteAccount: SitePath = "/account/delete"
    /// Where the account is signed in.
    public static let sessions: SitePath = "/account/sessions"
    /// Ending one of the account's sign-ins (POST).
    public static let endOneSession: SitePath = "/account/sessions/end"
    /// Ending all of the account's sign-ins but this one (POST).
    public static let endOtherSessions: SitePath = "/account/sessions/end-others"
    /// What a person has set, as a file.
    public static let settingsFile: SitePath = "/account/settings"
    public static let settingsDownload: SitePath = "/account/settings/file"
    /// What happened with the account.
    public static let activity: SitePath = "/account/activity"
    /// The accounts that are signed in to in this browser.
    public static let profiles: SitePath = "/accounts"
    /// Going on with another of them (POST).
    public static let currentProfile: SitePath = "/accounts/current"
}

// Administration.
extension SitePath {
    public static let administration: SitePath = "/administration"
    /// The accounts of all servers.
    public static let people: SitePath = "/administration/people"
    public static let invitePerson: SitePath = "/administration/people/invite"
    /// The log of security events.
    public static let securityEvents: SitePath = "/administration/events"
    /// The same as a file (GET).
    public static let exportSecurityEvents: SitePath = "/administration/events/export"
    /// The mails that wait to be sent.
    public static let mailQueue: SitePath = "/administration/mail"
    /// The settings of the installation.
    public static let installation: SitePath = "/administration/settings"

    /// One of them; all of them where no address can hold the key.
    public static func setting(_ key: String) -> SitePath {
        installation.adding(segment: key) ?? installation
    }

    private static let persons: SitePath = "/administration/person"

    /// One of the people, by the name of the account; all of them where no address can hold it.
    public static func person(_ user: String) -> SitePath {
        persons.adding(segment: user) ?? people
    }

    /// Something that is done with an account (POST), and the question about it where somebody loses by it.
    public static func person(_ user: String, _ action: PersonAction) -> SitePath {
        person(user).adding(segment: action.rawValue) ?? people
    }
}

// Development.
extension SitePath {
    /// The mails that were not sent, because there is no mail server.
    public static let outbox: SitePath = "/dev/outbox"

    /// One of them; all of them where no address can hold the id.
    public static func outbox(_ id: String) -> SitePath {
        outbox.adding(segment: id) ?? outbox
    }
}

/// What somebody who administers does with an account. The raw value is the last segment of its address.
public enum PersonAction: String, Sendable, CaseIterable {
    case disable
    case enable
    /// Takes the password away and sends a link that gives another.
    case resetPassword = "reset-password"
    /// Ends all of the account's sign-ins.
    case endSessions = "end-sessions"
    case addAdministrator = "add-administrator"
    case removeAdministrator = "remove-administrator"

    /// Whether it is asked about first, because somebody loses by it.
    public var asksFirst: Bool { self != .enable && self != .addAdministrator }
    /// Whether it ends the account's sign-ins.
    public var endsSignIns: Bool { asksFirst && self != .removeAdministrator }
}
