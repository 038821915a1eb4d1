import PorticoConfig

// The texts of events. The public ones take the language as a BCP 47 tag.
extension SecurityEventKind {
    /// The event as a sentence to the owner of the account.
    package func ownSentence(in language: String) -> String { ownSentence(Strings(language: language)) }

    /// The event as a title for administrators.
    package func title(in language: String) -> String { title(Strings(language: language)) }

    func ownSentence(_ t: Strings) -> String {
        switch self {
        case .signedIn: t.activitySignedIn
        case .signInFailed: t.activitySignInFailed
        case .signInLimited: t.activitySignInLimited
        case .mailSignInRequested: t.activityMailSignInRequested
        case .limitsLifted: t.activityLimitsLifted
        case .mailLimited: t.activityMailLimited
        case .signedOut: t.activitySignedOut
        case .sessionEnded: t.activitySessionEnded
        case .reauthenticated: t.activityReauthenticated
        case .reauthenticationFailed: t.activityReauthenticationFailed
        case .registered: t.activityRegistered
        case .invited: t.activityInvited
        case .invitationWithdrawn: t.activityInvitationWithdrawn
        case .imported: t.activityImported
        case .accountDeleted: t.activityAccountDeleted
        case .passwordResetRequested: t.activityPasswordResetRequested
        case .passwordReset: t.activityPasswordReset
        case .passwordChanged: t.activityPasswordChanged
        case .passwordRevoked: t.activityPasswordRevoked
        case .factorAdded: t.activityFactorAdded
        case .factorRemoved: t.activityFactorRemoved
        case .factorsResetBegun: t.activityFactorsResetBegun
        case .factorsResetStopped: t.activityFactorsResetStopped
        case .factorsReset: t.activityFactorsReset
        case .recoveryCodesMade: t.activityRecoveryCodesMade
        case .recoveryCodeUsed: t.activityRecoveryCodeUsed
        case .secondFactorFailed: t.activitySecondFactorFailed
        case .browserTrusted: t.activityBrowserTrusted
        case .trustEnded: t.activityTrustEnded
        case .passkeyAdded: t.activityPasskeyAdded
        case .passkeyRemoved: t.activityPasskeyRemoved
        case .passkeyRenamed: t.activityPasskeyRenamed
        case .passkeyWentBack: t.activityPasskeyWentBack
        case .identityAdded: t.activityIdentityAdded
        case .identityRemoved: t.activityIdentityRemoved
        case .emailChangeRequested: t.activityEmailChangeRequested
        case .emailChanged: t.activityEmailChanged
        case .disabled: t.activityDisabled
        case .enabled: t.activityEnabled
        case .administratorAdded: t.activityAdministratorAdded
        case .administratorRemoved: t.activityAdministratorRemoved
        case .nameChanged: t.activityNameChanged
        case .groupsChanged: t.activityGroupsChanged
        case .employeeNumberShared: t.activityEmployeeNumberShared
        case .linkRefused: t.activityLinkRefused
        case .denied: t.activityDenied
        case .settingChanged: t.activitySettingChanged
        case .dataExported: t.activityDataExported
        }
    }

    func title(_ t: Strings) -> String {
        switch self {
        case .signedIn: t.eventSignedIn
        case .signInFailed: t.eventSignInFailed
        case .signInLimited: t.eventSignInLimited
        case .mailSignInRequested: t.eventMailSignInRequested
        case .limitsLifted: t.eventLimitsLifted
        case .mailLimited: t.eventMailLimited
        case .signedOut: t.eventSignedOut
        case .sessionEnded: t.eventSessionEnded
        case .reauthenticated: t.eventReauthenticated
        case .reauthenticationFailed: t.eventReauthenticationFailed
        case .registered: t.eventRegistered
        case .invited: t.eventInvited
        case .invitationWithdrawn: t.eventInvitationWithdrawn
        case .imported: t.eventImported
        case .accountDeleted: t.eventAccountDeleted
        case .passwordResetRequested: t.eventPasswordResetRequested
        case .passwordReset: t.eventPasswordReset
        case .passwordChanged: t.eventPasswordChanged
        case .passwordRevoked: t.eventPasswordRevoked
        case .factorAdded: t.eventFactorAdded
        case .factorRemoved: t.eventFactorRemoved
        case .factorsResetBegun: t.eventFactorsResetBegun
        case .factorsResetStopped: t.eventFactorsResetStopped
        case .factorsReset: t.eventFactorsReset
        case .recoveryCodesMade: t.eventRecoveryCodesMade
        case .recoveryCodeUsed: t.eventRecoveryCodeUsed
        case .secondFactorFailed: t.eventSecondFactorFailed
        case .browserTrusted: t.eventBrowserTrusted
        case .trustEnded: t.eventTrustEnded
        case .passkeyAdded: t.eventPasskeyAdded
        case .passkeyRemoved: t.eventPasskeyRemoved
        case .passkeyRenamed: t.eventPasskeyRenamed
        case .passkeyWentBack: t.eventPasskeyWentBack
        case .identityAdded: t.eventIdentityAdded
        case .identityRemoved: t.eventIdentityRemoved
        case .emailChangeRequested: t.eventEmailChangeRequested
        case .emailChanged: t.eventEmailChanged
        case .disabled: t.eventDisabled
        case .enabled: t.eventEnabled
        case .administratorAdded: t.eventAdministratorAdded
        case .administratorRemoved: t.eventAdministratorRemoved
        case .nameChanged: t.eventNameChanged
        case .groupsChanged: t.eventGroupsChanged
        case .employeeNumberShared: t.eventEmployeeNumberShared
        case .linkRefused: t.eventLinkRefused
        case .denied: t.eventDenied
        case .settingChanged: t.eventSettingChanged
        case .dataExported: t.eventDataExported
        }
    }
}
