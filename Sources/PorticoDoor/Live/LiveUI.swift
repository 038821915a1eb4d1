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
    package let jobs: Jobs
    private let sharedNotices: (any SharedNotices)?
    private let noticeCookie: ServerCookie
    private let jobCookie: ServerCookie
    private let logger: Logger
    private let lines = LogLimit(interval: .seconds(1))

    /// The time for which servers keep notices for a page, in seconds.
    public static let noticePatience = FlashStore.patience

    /// The time after the start of a job for which pages of its browser query jobs, in seconds.
    private static let jobPatience = 86_400

    /// - Parameters:
    ///   - app: contains the limits for streams.
    ///   - logger: logs failed jobs.
    ///   - origin: determines the form of the cookies that announce shared notices and jobs.
    ///   - jobs: keeps the jobs.
    ///   - sharedNotices: keeps the notices for pages that other servers render; nil if there are none.
    ///   - relay: passes an event to the other servers of the installation; see ``LiveEvents``.
    public init(
        app: AppConfig, now: @escaping @Sendable () -> Date, logger: Logger, origin: PublicOrigin, jobs: any JobStore,
        sharedNotices: (any SharedNotices)? = nil, relay: @escaping @Sendable (RelayedEvent) -> Bool = { _ in false }
    ) {
        // Stored notices and jobs have texts of this catalogue.
        Strings.register()
        self.logger = logger
        self.sharedNotices = sharedNotices
        noticeCookie = ServerCookie("notice", origin: origin)
        jobCookie = ServerCookie("job", origin: origin)
        live = LiveEvents(app: app, now: now, relay: relay)
        flashStore = FlashStore(now: now)
        self.jobs = Jobs(runner: JobRunner(store: jobs, live: live, now: now, logger: logger))
    }

    /// The notices for a page: the HUD of running jobs that were started there or at a page beneath it. If a person is
    /// about to see the whole page, also the notices waiting for the page, which this removes.
    package func notices(
        for person: PersonInBrowser, at path: SitePath, over presenters: [SitePath] = [], in request: Request
    ) async -> Notices {
        let takes = request.takesNotices
        let address = request.addressOfNotices(at: path)
        var notices =
            takes && !flashStore.isEmpty ? flashStore.take(NoticeAddress(person: person, path: address)) : Notices()
        if takes, let sharedNotices, noticeCookie.value(in: request) != nil {
            do {
                for one in try await sharedNotices.take(
                    for: person.account, in: person.browser, at: address.description)
                {
                    notices.append(try JSONDecoder().decode(Notices.self, from: Data(one.utf8)))
                }
            } catch {
                report(error)
            }
        }
        if jobCookie.value(in: request) != nil {
            do {
                notices.append(try await jobs.notices(of: person, at: [path] + presenters, takes: takes))
            } catch {
                report(error)
            }
        }
        return notices
    }

    /// Marks the browser as one in which a job was started: only pages of such browsers query the store for jobs.
    func announceJob(on response: inout Response) throws {
        try jobCookie.set("1", maxAge: Self.jobPatience, on: &response)
    }

    /// Stops the work of a job that another server has ended, if this server runs it.
    public func stopJob(_ id: Job.ID) { jobs.runner.stop(id) }

    /// Ends the jobs of servers that are gone, and announces that on open pages.
    public func interruptLostJobs() async throws { try await jobs.interruptLost() }

    public func deleteExpiredJobs() async throws { try await jobs.deleteExpired() }

    /// Keeps notices for the page that a response redirects to. If another server may render the page, the notices are
    /// in the store. A cookie of a minute marks that: only requests with it query the store.
    func keep(_ notices: Notices, for address: NoticeAddress, on response: inout Response) async {
        if let sharedNotices {
            do {
                let person = address.person
                try await sharedNotices.put(
                    CompactJSON.text(notices), for: person.account, in: person.browser, at: address.path.description)
                return try noticeCookie.set("1", maxAge: Int(Self.noticePatience), on: &response)
            } catch {
                report(error)
            }
        }
        flashStore.put(notices, for: address)
    }

    /// Keeps a toast for a page that the response redirects to, after the current account has changed.
    package func keep(
        _ toast: Toast, for person: PersonInBrowser, at path: SitePath, on response: inout Response
    ) async {
        await keep(Notices(toasts: [toast]), for: NoticeAddress(person: person, path: path), on: &response)
    }

    private func report(_ error: any Error) {
        guard let count = lines.take() else { return }
        logger.error(
            "notices for a page are not kept, or not found",
            metadata: ["error": "\(String(reflecting: error))", "pages": "\(count)"])
    }
}

/// Keeps notices in JSON for ``LiveUI/noticePatience``, where every server of an installation finds them.
public protocol SharedNotices: Sendable {
    func put(_ notices: String, for account: AccountID, in browser: Browser.ID, at path: String) async throws
    /// Removes and returns the notices for a page, oldest first.
    func take(for account: AccountID, in browser: Browser.ID, at path: String) async throws -> [String]
}

/// An account signed in in one browser.
package struct PersonInBrowser: Hashable, Sendable {
    let browser: Browser.ID
    package let account: AccountID

    package init(browser: Browser.ID, account: AccountID) {
        self.browser = browser
        self.account = account
    }
}
