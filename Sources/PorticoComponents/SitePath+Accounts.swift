import PorticoHTML

// The public sign-in section.
extension SitePath {
    /// The registration form; requests the registration link (POST).
    public static let registration: SitePath = "/registration"
    /// Tells the person to check their mail.
    public static let registrationSent: SitePath = "/registration/sent"
    /// Creates an account, with the `token` of a link in a mail.
    public static let confirmRegistration: SitePath = "/registration/confirm"
    /// Requests a new link for an expired invitation (POST).
    public static let renewInvitation: SitePath = "/registration/renew"
    /// Requests a link to reset the password.
    public static let resetPassword: SitePath = "/password/reset"
    /// Tells the person to check their mail.
    public static let resetPasswordSent: SitePath = "/password/reset/sent"
    /// Sets a password, with the `token` of a link in a mail.
    public static let newPassword: SitePath = "/password/new"
    /// Confirms an email address, with the `token` of a link in a mail.
    public static let confirmEmail: SitePath = "/email/confirm"
    /// The email address is confirmed.
    public static let emailConfirmed: SitePath = "/email/confirmed"
    /// The password is set, but the account is not signed in here.
    public static let passwordSet: SitePath = "/password/set"
    /// The account is created, but not signed in here.
    public static let accountMade: SitePath = "/registration/made"
    /// A sign-in has ended.
    public static let signInEnded: SitePath = "/sign-ins/ended"
    /// An account is deleted.
    public static let accountDeleted: SitePath = "/account/deleted"
    /// Ends a sign-in, with the `token` of a link in a mail.
    public static let endSignIn: SitePath = "/sign-ins/end"
    /// Lifts the limits of sign-ins to an account, with the `token` of a link in a mail.
    public static let liftLimits: SitePath = "/sign-ins/limits"
    /// The limits are lifted.
    public static let limitsLifted: SitePath = "/sign-ins/limits/lifted"
    /// Stops a reset of the ways to log in, with the `token` of a link in a mail.
    public static let stopFactorsReset: SitePath = "/sign-ins/reset"
    /// The reset is stopped.
    public static let factorsResetStopped: SitePath = "/sign-ins/reset/stopped"
    /// The login cover to add an account in this browser.
    public static let addProfile: SitePath = "/session/new?add=on"
}

// The person's own account.
extension SitePath {
    /// Reauthenticates, for a page that requires it (POST).
    public static let proof: SitePath = "/session/proof"

    /// The proof page, for the page `next` that requires it.
    public static func proof(next: SitePath) -> SitePath { proof.adding(query: [("next", next.description)]) }

    /// The settings of the account.
    public static let account: SitePath = "/account"
    /// Changes the password.
    public static let changePassword: SitePath = "/account/password"
    /// Changes the email address.
    public static let changeEmail: SitePath = "/account/email"
    /// Deletes the account.
    public static let deleteAccount: SitePath = "/account/delete"
    /// The sign-ins of the account.
    public static let sessions: SitePath = "/account/sessions"
    /// Ends sign-ins of the account in one browser (POST), and the question before.
    public static let endOneSession: SitePath = "/account/sessions/end"
    /// Ends all other sign-ins of the account (POST), and the question before.
    public static let endOtherSessions: SitePath = "/account/sessions/end-others"
    /// The export and import of settings.
    public static let settingsFile: SitePath = "/account/settings"
    /// The exported settings file.
    public static let settingsDownload: SitePath = "/account/settings/file"
    /// The ways to log in to the account.
    public static let factors: SitePath = "/account/factors"
    /// Sets up an authenticator app.
    public static let authenticatorApp: SitePath = "/account/factors/app"

    /// Sets up an authenticator app before `next`, which requires one.
    public static func setUpApp(before next: SitePath) -> SitePath {
        authenticatorApp.adding(query: [("next", next.description)])
    }

    /// Removes the authenticator app (POST), and the question before.
    public static let removeAuthenticatorApp: SitePath = "/account/factors/app/remove"
    /// Makes new recovery codes (POST), and the question before.
    public static let recoveryCodes: SitePath = "/account/factors/codes"
    /// Sends new recovery codes back as a file.
    public static let recoveryCodesFile: SitePath = "/account/factors/codes/file"
    /// Adds a passkey.
    public static let newPasskey: SitePath = "/account/factors/passkeys/new"
    /// A passkey of the account, and its new name (POST). The query names it.
    public static let passkey: SitePath = "/account/factors/passkeys/one"
    /// Removes a passkey (POST), and the question before.
    public static let removePasskey: SitePath = "/account/factors/passkeys/remove"
    /// Options for a passkey that the browser makes by itself, and its answer (POST).
    public static let silentPasskey: SitePath = "/account/factors/passkeys/silent"

    /// - Parameter id: of the passkey, in base64url.
    public static func passkey(_ id: String) -> SitePath { passkey.adding(query: [("id", id)]) }

    /// - Parameter id: of the passkey, in base64url.
    public static func removePasskey(_ id: String) -> SitePath { removePasskey.adding(query: [("id", id)]) }

    /// Adds an identity at a provider.
    public static let newIdentity: SitePath = "/account/factors/providers/new"
    /// Removes an identity at a provider (POST), and the question before.
    public static let removeIdentity: SitePath = "/account/factors/providers/remove"

    /// Adds an identity, then leads to `next`.
    public static func newIdentity(before next: SitePath) -> SitePath {
        newIdentity.adding(query: [("next", next.description)])
    }

    /// - Parameter id: of the identity.
    public static func removeIdentity(_ id: String) -> SitePath { removeIdentity.adding(query: [("id", id)]) }

    /// Ends the trust in a browser, so that it is asked for a code again (POST).
    public static let endTrust: SitePath = "/account/factors/trust/end"
    /// Stops a reset of the ways to log in (POST).
    public static let stopOwnReset: SitePath = "/account/factors/reset/stop"
    /// The security events of the account.
    public static let activity: SitePath = "/account/activity"
    /// The accounts signed in in this browser.
    public static let profiles: SitePath = "/accounts"
    /// Switches to another account (POST).
    public static let currentProfile: SitePath = "/accounts/current"
}

// Administration.
extension SitePath {
    /// The links to the administration pages.
    public static let administration: SitePath = "/administration"
    /// The accounts of all servers.
    public static let people: SitePath = "/administration/people"
    /// The ways to add people.
    public static let newPeople: SitePath = "/administration/people/new"
    /// An action on selected accounts (POST), which asks first.
    public static func people(_ action: PeopleAction) -> SitePath { people.adding(segment: action.rawValue) ?? people }
    /// Adds a person.
    public static let addPerson: SitePath = "/administration/people/add"
    /// The choice of a file with people to import; shows the effects of the import (POST).
    public static let importPeople: SitePath = "/administration/people/import"
    /// Imports the people of a file (POST).
    public static let runImport: SitePath = "/administration/people/import/run"
    /// The people as a file (GET).
    public static let exportPeople: SitePath = "/administration/people/export"
    /// Invites a person.
    public static let invitePerson: SitePath = "/administration/people/invite"
    /// The invitations that have not led to accounts yet.
    public static let invitations: SitePath = "/administration/invitations"
    /// Mails an invitation once more (POST).
    public static let sendInvitationAgain: SitePath = "/administration/invitations/send"
    /// Withdraws an invitation (POST), and the question before.
    public static let withdrawInvitation: SitePath = "/administration/invitations/withdraw"
    /// The security events.
    public static let securityEvents: SitePath = "/administration/events"
    /// The security events as a file (GET).
    public static let exportSecurityEvents: SitePath = "/administration/events/export"
    /// The queued mails.
    public static let mailQueue: SitePath = "/administration/mail"
    /// Sends a queued mail at once (POST).
    public static let sendMailNow: SitePath = "/administration/mail/send"
    /// Removes a mail that was given up (POST), and the question before.
    public static let dropMail: SitePath = "/administration/mail/drop"
    /// The menu in the bar of every page.
    public static let menu: SitePath = "/menu"
    /// The brand of the installation.
    public static let brand: SitePath = "/administration/brand"

    /// The brand of one of several servers; ``brand`` if `server` is nil or its id cannot be a path segment.
    public static func brand(of server: String?) -> SitePath {
        server.flatMap { brand.adding(segment: $0) } ?? brand
    }

    /// Resets the brand of the installation, or of one of several servers (POST), and the question before.
    public static let resetBrand: SitePath = "/administration/brand-reset"

    /// Resets the brand of a server; of the installation if it is nil.
    public static func resetBrand(of server: String?) -> SitePath {
        resetBrand.adding(query: server.map { [("server", $0)] } ?? [])
    }

    /// The servers of an installation with several.
    public static let nodes: SitePath = "/administration/nodes"
    /// The settings of the installation.
    public static let installation: SitePath = "/administration/settings"

    /// One setting; ``installation`` if the key cannot be a path segment.
    public static func setting(_ key: String) -> SitePath {
        installation.adding(segment: key) ?? installation
    }

    private static let rehearsals: SitePath = "/administration/second-factor"

    /// The people whom a rule of second factors would stop; ``installation`` if it cannot be a path segment.
    public static func rehearsal(_ policy: String) -> SitePath {
        rehearsals.adding(segment: policy) ?? installation
    }

    /// The pages of accounts are below it; no page itself.
    package static let persons: SitePath = "/administration/person"

    /// One account; ``people`` if the id cannot be a path segment.
    public static func person(_ user: String) -> SitePath {
        persons.adding(segment: user) ?? people
    }

    /// The name and the address of an account.
    public static func editPerson(_ user: String) -> SitePath {
        person(user).adding(segment: "edit") ?? people
    }

    /// The groups of an account.
    public static func personGroups(_ user: String) -> SitePath {
        person(user).adding(segment: "groups") ?? people
    }

    /// The sign-ins of an account.
    public static func personSessions(_ user: String) -> SitePath {
        person(user).adding(segment: "sessions") ?? people
    }

    /// Ends sign-ins of an account in one browser (POST), and the question before.
    public static func endPersonSession(_ user: String) -> SitePath {
        personSessions(user).adding(segment: "end") ?? people
    }

    /// An action on an account (POST), and its confirmation page.
    public static func person(_ user: String, _ action: PersonAction) -> SitePath {
        person(user).adding(segment: action.rawValue) ?? people
    }
}

// Development.
extension SitePath {
    /// The mails that were not sent because there is no mail server.
    public static let outbox: SitePath = "/dev/outbox"

    /// One mail; ``outbox`` if the id cannot be a path segment.
    public static func outbox(_ id: String) -> SitePath {
        outbox.adding(segment: id) ?? outbox
    }

    /// The HTML of one mail, alone.
    public static func outboxHTML(_ id: String) -> SitePath {
        outbox(id).adding(segment: "html") ?? outbox
    }
}

/// An administrator's action on selected accounts. The raw value is the last segment of its path.
public enum PeopleAction: String, Sendable, CaseIterable {
    case disable
    case enable
    /// Ends all of the accounts' sign-ins.
    case endSessions = "end-sessions"
}

/// An administrator's action on an account. The raw value is the last segment of its path.
public enum PersonAction: String, Sendable, CaseIterable {
    case disable
    case enable
    /// Revokes the password and mails a link to set another.
    case resetPassword = "reset-password"
    /// Ends all of the account's sign-ins.
    case endSessions = "end-sessions"
    case addAdministrator = "add-administrator"
    case removeAdministrator = "remove-administrator"
    /// Clears failed sign-ins.
    case liftLimits = "lift-limits"
    /// Begins a reset of the ways to log in.
    case resetFactors = "reset-factors"
    case stopReset = "stop-reset"

    /// Whether it needs confirmation, because it restricts the account, extends its rights or weakens its protection.
    public var asksFirst: Bool { self != .liftLimits && self != .stopReset }
    /// Whether it restricts the account.
    public var restricts: Bool { asksFirst && ![.addAdministrator, .enable, .resetFactors].contains(self) }
    /// Whether it ends the account's sign-ins.
    public var endsSignIns: Bool { restricts && self != .removeAdministrator }
}
