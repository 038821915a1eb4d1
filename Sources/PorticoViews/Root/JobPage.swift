import PorticoHTML

/// The progress of a job, for browsers without script. The page reloads until the job ends.
public struct JobPage: Presentable, Sendable {
    /// The state of the job.
    public enum State: Hashable, Sendable {
        /// The progress from 0 to 1, nil if unknown, and the current step.
        case running(Double?, text: String, cancel: SitePath)
        case done(result: SitePath)
        /// With a sentence about the result, and the page that shows it.
        case told(String, link: SitePath)
        /// With the id of the error in the log.
        case failed(errorID: String)
        case cancelled
        /// Its server has stopped.
        case interrupted
    }

    public var name: String
    public var state: State
    /// The account that the page is rendered for.
    public var account: String

    public let presentation = Presentation(style: .formSheet)
    /// The page that started the job.
    public let presenter: SitePath

    public init(name: String, state: State, account: String, presenter: SitePath) {
        self.name = name
        self.state = state
        self.account = account
        self.presenter = presenter
    }

    public func title(in language: String) -> String { name }
}
