import PorticoHTML

/// How far long work is, for those whose page does not show it by script. It is loaded again until the work is over.
public struct JobPage: Presentable, Sendable {
    public enum State: Hashable, Sendable {
        /// How much is done, from 0 to 1, where that is known, and what is being done.
        case running(Double?, text: String, cancel: SitePath)
        case done(result: SitePath)
        /// With the id under which the log has the reason.
        case failed(errorID: String)
        case cancelled
    }

    public var name: String
    public var state: State
    /// The account the page is rendered for.
    public var account: String

    public let presentation = Presentation(style: .formSheet)
    /// The page where the work was begun.
    public let presenter: SitePath

    public init(name: String, state: State, account: String, presenter: SitePath) {
        self.name = name
        self.state = state
        self.account = account
        self.presenter = presenter
    }

    public func title(in language: String) -> String { name }
}
