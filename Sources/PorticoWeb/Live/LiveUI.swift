import Foundation
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// What people are told beside the content of pages: on open pages at once, or on the page that comes next.
public struct LiveUI: Sendable {
    /// Tells open pages what happens.
    public let live: LiveEvents
    let board: FlashStore
    let jobs: Jobs

    /// - Parameters:
    ///   - app: says how many open pages there may be.
    ///   - logger: where work that fails is logged.
    public init(app: AppConfig, now: @escaping @Sendable () -> Date, logger: Logger) {
        live = LiveEvents(app: app, now: now)
        board = FlashStore(now: now)
        jobs = Jobs(live: live, now: now, logger: logger)
    }

    /// What a person sees beside the content of a page: the work that was begun there and goes on, and, where somebody is
    /// about to see the whole page, what has waited for it. That is not there for another page afterwards.
    func notices(for person: PersonInBrowser, at path: SitePath, in request: Request) -> Notices {
        let takes = request.takesNotices
        var notices =
            takes && !board.isEmpty ? board.take(NoticeAddress(person: person, path: path)) : Notices()
        notices.append(jobs.notices(of: person, at: path, takes: takes))
        return notices
    }
}

/// An account as it is signed in in one browser.
struct PersonInBrowser: Hashable, Sendable {
    let browser: Browser.ID
    let account: AccountID
}
