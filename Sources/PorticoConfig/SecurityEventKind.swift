/// What can happen with accounts that somebody may have to look into later.
public enum SecurityEventKind: String, Sendable, CaseIterable, Codable {
    case signedIn, signInFailed, signInLimited, signedOut, sessionEnded, reauthenticated, reauthenticationFailed
    case registered, invited, imported, accountDeleted
    case passwordResetRequested, passwordReset, passwordChanged, passwordRevoked
    case emailChangeRequested, emailChanged
    case disabled, enabled, administratorAdded, administratorRemoved
    case linkRefused, denied, settingChanged, dataExported
}
