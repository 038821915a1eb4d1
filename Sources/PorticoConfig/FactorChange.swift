/// A change of the second factor of an account, which its owner learns by mail and in a toast.
public enum FactorChange: Hashable, Sendable, Codable {
    /// An authenticator app was set up, maybe in place of another one.
    case appAdded
    /// The authenticator app was removed, and the recovery codes with it.
    case appRemoved
    /// New recovery codes replaced the earlier ones.
    case codesRenewed
    /// A recovery code was used in place of a code of the app.
    ///
    /// - Parameter left: the number of codes that still work.
    case codeUsed(left: Int)
    /// An administrator removed the app with its recovery codes, and the passkeys.
    case factorsReset
    /// A reset that an administrator had begun was stopped.
    case resetStopped
    /// A passkey was added.
    ///
    /// - Parameter name: its name.
    case passkeyAdded(String)
    case passkeyRemoved(String)
    case passkeyRenamed(String)
    /// The counter of a passkey did not advance, although it is bound to one device. There may be a copy of it.
    case passkeyWentBack(String)
    /// The account can log in at one more identity provider.
    ///
    /// - Parameter provider: its name for people.
    case identityAdded(provider: String)
    case identityRemoved(provider: String)
}
