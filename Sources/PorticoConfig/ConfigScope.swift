/// At which level a key has its values: one for each owner there.
public enum ConfigLevel: Hashable, Sendable {
    case installation, browser, person, signIn
}

/// Whose a configuration value is.
public enum ConfigScope: Hashable, Sendable {
    /// One value for the whole installation.
    case installation
    /// One value for one browser, whoever is signed in there.
    case browser(Int64)
    /// One value for one person on one server, in every browser.
    case person(AccountID)
    /// One value for one sign-in, gone when it ends.
    case signIn(Int64)
}

extension ConfigScope {
    public var level: ConfigLevel {
        switch self {
        case .installation: .installation
        case .browser: .browser
        case .person: .person
        case .signIn: .signIn
        }
    }
}
