import Foundation
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The HUD, toasts, live events and jobs: on open pages at once, or on the next page.
public struct LiveUI: Sendable {
    /// Publishes events to open pages.
    public let live: LiveEvents
    let flashStore: FlashStore
    let jobs: Jobs

    /// - Parameters:
    ///   - app: contains the limits for streams.
    ///   - logger: logs failed jobs.
    ///   - relay: passes an event to the other servers of the installation.
    public init(
        app: AppConfig, now: @escaping @Sendable () -> Date, logger: Logger,
        relay: @escaping @Sendable (RelayedEvent) -> Void = { _ in }
    ) {
        live = LiveEvents(app: app, now: now, relay: relay)
        flashStore = FlashStore(now: now)
        jobs = Jobs(live: live, now: now, logger: logger)
    }

    /// The notices for a page: the HUD of running jobs started there and, if a person is about to see the whole page,
    /// the notices waiting for it, which are removed.
    func notices(for person: PersonInBrowser, at path: SitePath, in request: Request) -> Notices {
        let takes = request.takesNotices
        var notices =
            takes && !flashStore.isEmpty ? flashStore.take(NoticeAddress(person: person, path: path)) : Notices()
        notices.append(jobs.notices(of: person, at: path, takes: takes))
        return notices
    }
}

/// An account signed in in one browser.
struct PersonInBrowser: Hashable, Sendable {
    let browser: Browser.ID
    let account: AccountID
}
