/// An account as its person tells it from others of the same user name.
public enum AccountLabel {
    /// - Parameters:
    ///   - serverName: what people call the server that the account lives on.
    ///   - language: a BCP 47 tag.
    public static func text(username: String, serverName: String, in language: String) -> String {
        Strings(language: language).userOnServer(username, serverName)
    }
}
