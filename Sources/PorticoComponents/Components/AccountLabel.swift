import PorticoConfig

/// The label of an account that distinguishes equal user names on different servers.
public enum AccountLabel {
    /// The label.
    ///
    /// - Parameters:
    ///   - serverName: the display name of the account's server.
    ///   - language: a BCP 47 tag.
    public static func text(username: String, serverName: String, in language: String) -> String {
        Strings(language: language).userOnServer(username, serverName)
    }
}

extension Server {
    /// The name that people read.
    package var title: LocalizedText { name?.localizedText ?? .thisServer }
}
