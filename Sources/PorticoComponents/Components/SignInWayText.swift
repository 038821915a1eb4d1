import PorticoConfig

/// The way in which somebody has logged in, for people.
public enum SignInWayText: Hashable, Sendable {
    case password, passkey
    /// By a mailed link or its code.
    case mail
    /// At the identity provider with this name.
    case provider(String)

    /// A sentence without its end.
    package func sentence(_ t: Strings) -> String {
        switch self {
        case .password: t.loggedInByPassword
        case .passkey: t.loggedInByPasskey
        case .mail: t.loggedInByMail
        case .provider(let name): t.loggedInAtProvider(name)
        }
    }
}
