/// The kind of a security event, as named in lists and logs.
public enum SecurityEventKind: String, Sendable, CaseIterable, Codable {
    case signedIn, signInFailed, signInLimited, mailSignInRequested, limitsLifted, mailLimited, signedOut,
        sessionEnded, reauthenticated, reauthenticationFailed
    case registered, invited, invitationWithdrawn, imported, accountDeleted
    case passwordResetRequested, passwordReset, passwordChanged, passwordRevoked
    case factorAdded, factorRemoved, factorsResetBegun, factorsResetStopped, factorsReset
    case recoveryCodesMade, recoveryCodeUsed, secondFactorFailed
    case browserTrusted, trustEnded
    case passkeyAdded, passkeyRemoved, passkeyRenamed, passkeyWentBack
    case identityAdded, identityRemoved
    case emailChangeRequested, emailChanged
    case disabled, enabled, administratorAdded, administratorRemoved, nameChanged, groupsChanged
    case employeeNumberShared
    case linkRefused, denied, settingChanged, dataExported
}
