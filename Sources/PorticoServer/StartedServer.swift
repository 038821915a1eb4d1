import PorticoFeatures

/// A listening server, as its start is shown to a person.
public struct StartedServer: Sendable {
    /// The destination of its mails.
    public enum Mail: Hashable, Sendable {
        /// An SMTP server, as `HOST:PORT`.
        case server(String)
        /// Files in this folder, because no server is configured.
        case folder(String)
    }

    /// The origin under which browsers reach it.
    public let origin: PublicOrigin
    /// The link that creates the first account, an administrator; nil if there is an account, or if local accounts are
    /// off. Whoever has it can use it: keep it out of logs.
    public let setupLink: String?
    /// The destination of its mails.
    public let mail: Mail
}
