import PorticoConfig

// The sentences about events for administrators.
extension SecurityEventKind {
    /// The event as a sentence.
    ///
    /// - Parameters:
    ///   - person: the name of the account's person; nil if no account is known.
    ///   - actor: the name of the administrator who acted; nil if the person or a command did.
    ///   - count: the number of people of an import.
    func sentence(of person: String?, by actor: String?, count: Int, _ t: Strings) -> String {
        switch (person, actor) {
        case (let person?, let actor?): sentence(of: person, by: actor, t) ?? sentence(of: person, t)
        case (let person?, nil): sentence(of: person, t)
        case (nil, let actor?): sentence(by: actor, count: count, t)
        case (nil, nil): sentence(count: count, t)
        }
    }

    private func sentence(of person: String, _ t: Strings) -> String {
        switch self {
        case .signedIn: t.eventOfSignedIn(person)
        case .signInFailed: t.eventOfSignInFailed(person)
        case .signInLimited: t.eventOfSignInLimited(person)
        case .mailSignInRequested: t.eventOfMailSignInRequested(person)
        case .limitsLifted: t.eventOfLimitsLifted(person)
        case .mailLimited: t.eventOfMailLimited(person)
        case .signedOut: t.eventOfSignedOut(person)
        case .sessionEnded: t.eventOfSessionEnded(person)
        case .reauthenticated: t.eventOfReauthenticated(person)
        case .reauthenticationFailed: t.eventOfReauthenticationFailed(person)
        case .registered: t.eventOfRegistered(person)
        case .invited: t.eventOfInvited(person)
        case .invitationWithdrawn: t.eventOfInvitationWithdrawn(person)
        case .imported: t.eventOfImported(person)
        case .accountDeleted: t.eventOfAccountDeleted(person)
        case .passwordResetRequested: t.eventOfPasswordResetRequested(person)
        case .passwordReset: t.eventOfPasswordReset(person)
        case .passwordChanged: t.eventOfPasswordChanged(person)
        case .passwordRevoked: t.eventOfPasswordRevoked(person)
        case .factorAdded: t.eventOfFactorAdded(person)
        case .factorRemoved: t.eventOfFactorRemoved(person)
        case .factorsResetBegun: t.eventOfFactorsResetBegun(person)
        case .factorsResetStopped: t.eventOfFactorsResetStopped(person)
        case .factorsReset: t.eventOfFactorsReset(person)
        case .recoveryCodesMade: t.eventOfRecoveryCodesMade(person)
        case .recoveryCodeUsed: t.eventOfRecoveryCodeUsed(person)
        case .secondFactorFailed: t.eventOfSecondFactorFailed(person)
        case .browserTrusted: t.eventOfBrowserTrusted(person)
        case .trustEnded: t.eventOfTrustEnded(person)
        case .passkeyAdded: t.eventOfPasskeyAdded(person)
        case .passkeyRemoved: t.eventOfPasskeyRemoved(person)
        case .passkeyRenamed: t.eventOfPasskeyRenamed(person)
        case .passkeyWentBack: t.eventOfPasskeyWentBack(person)
        case .identityAdded: t.eventOfIdentityAdded(person)
        case .identityRemoved: t.eventOfIdentityRemoved(person)
        case .emailChangeRequested: t.eventOfEmailChangeRequested(person)
        case .emailChanged: t.eventOfEmailChanged(person)
        case .disabled: t.eventOfDisabled(person)
        case .enabled: t.eventOfEnabled(person)
        case .administratorAdded: t.eventOfAdministratorAdded(person)
        case .administratorRemoved: t.eventOfAdministratorRemoved(person)
        case .nameChanged: t.eventOfNameChanged(person)
        case .groupsChanged: t.eventOfGroupsChanged(person)
        case .employeeNumberShared: t.eventOfEmployeeNumberShared(person)
        case .linkRefused: t.eventOfLinkRefused(person)
        case .denied: t.eventOfDenied(person)
        case .settingChanged: t.eventOfSettingChanged(person)
        case .dataExported: t.eventOfDataExported(person)
        }
    }

    /// nil for an event of which the person is the only cause.
    private func sentence(of person: String, by actor: String, _ t: Strings) -> String? {
        switch self {
        case .limitsLifted: t.eventByLimitsLifted(actor, person)
        case .sessionEnded: t.eventBySessionEnded(actor, person)
        case .registered: t.eventByRegistered(actor, person)
        case .imported: t.eventByImported(actor, person)
        case .accountDeleted: t.eventByAccountDeleted(actor, person)
        case .passwordChanged: t.eventByPasswordChanged(actor, person)
        case .passwordRevoked: t.eventByPasswordRevoked(actor, person)
        case .factorsResetBegun: t.eventByFactorsResetBegun(actor, person)
        case .factorsResetStopped: t.eventByFactorsResetStopped(actor, person)
        case .factorsReset: t.eventByFactorsReset(actor, person)
        case .emailChanged: t.eventByEmailChanged(actor, person)
        case .disabled: t.eventByDisabled(actor, person)
        case .enabled: t.eventByEnabled(actor, person)
        case .administratorAdded: t.eventByAdministratorAdded(actor, person)
        case .administratorRemoved: t.eventByAdministratorRemoved(actor, person)
        case .nameChanged: t.eventByNameChanged(actor, person)
        case .groupsChanged: t.eventByGroupsChanged(actor, person)
        default: nil
        }
    }

    /// For an event that concerns no account, such as an invitation.
    private func sentence(by actor: String, count: Int, _ t: Strings) -> String {
        switch self {
        case .invited: t.eventByInvited(actor)
        case .invitationWithdrawn: t.eventByInvitationWithdrawn(actor)
        case .imported: t.eventByImport(actor, count)
        case .settingChanged: t.eventBySettingChanged(actor)
        case .dataExported: t.eventByDataExported(actor)
        default: sentence(count: count, t)
        }
    }

    private func sentence(count: Int, _ t: Strings) -> String {
        switch self {
        case .signInFailed: t.eventOfNobodySignInFailed
        case .signInLimited: t.eventOfNobodySignInLimited
        case .invited: t.eventOfNobodyInvited
        case .invitationWithdrawn: t.eventOfNobodyInvitationWithdrawn
        case .imported: t.eventOfNobodyImported(count)
        case .passwordResetRequested: t.eventOfNobodyPasswordResetRequested
        case .linkRefused: t.eventOfNobodyLinkRefused
        case .denied: t.eventOfNobodyDenied
        case .settingChanged: t.eventOfNobodySettingChanged
        case .mailLimited: t.eventOfNobodyMailLimited
        default: title(t)
        }
    }
}
