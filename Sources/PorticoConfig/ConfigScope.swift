/// At which level a key has its values: one for each owner there.
public enum ConfigLevel: Hashable, Sendable {
    case installation, person
}

/// Whose a configuration value is.
public enum ConfigScope: Hashable, Sendable {
    /// One value for the whole installation.
    case installation
    /// One value for one person on one server, in every browser.
    case person(AccountID)
}

extension ConfigScope {
    public var level: ConfigLevel {
        switch self {
        case .installation: .installation
        case .person: .person
        }
    }
}
