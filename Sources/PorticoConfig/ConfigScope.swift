/// The level at which a key has values.
public enum ConfigLevel: Hashable, Sendable {
    case installation, person
}

/// The owner of a configuration value.
public enum ConfigScope: Hashable, Sendable {
    /// One value for the installation.
    case installation
    /// One value for an account, in all browsers.
    case person(AccountID)
}

extension ConfigScope {
    /// The level of this scope.
    public var level: ConfigLevel {
        switch self {
        case .installation: .installation
        case .person: .person
        }
    }
}
