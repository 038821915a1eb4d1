import PorticoComponents
import PorticoConfig
import PorticoHTML

/// The progress of a job, for browsers without script. The page reloads until the job ends.
package struct JobPage: Presentable, Sendable {
    /// The state of the job.
    package enum State: Hashable, Sendable {
        /// The progress from 0 to 1, nil if unknown, and the current step.
        case running(Double?, text: LocalizedText, cancel: SitePath)
        case done(result: SitePath)
        /// With a sentence about the result, and the page that shows it.
        case told(LocalizedText, link: SitePath)
        /// With the id of the error in the log.
        case failed(errorID: String)
        case cancelled
        /// Its server has stopped.
        case interrupted
    }

    package var name: LocalizedText
    package var state: State
    /// The account that the page is rendered for.
    package var account: String

    package let presentation = Presentation(style: .formSheet)
    /// The page that started the job.
    package let presenter: SitePath

    package init(name: LocalizedText, state: State, account: String, presenter: SitePath) {
        self.name = name
        self.state = state
        self.account = account
        self.presenter = presenter
    }

    package func title(in language: String) -> String { name.string(in: language) }

    /// The sentence about the state.
    var sentence: LocalizedText {
        switch state {
        case .running(_, let text, _), .told(let text, _): text
        case .done: .jobReady(name)
        case .failed: .jobFailed(name)
        case .cancelled: .jobCancelledSentence(name)
        case .interrupted: .jobInterrupted(name)
        }
    }
}
