import PorticoAuth
import PorticoHTML
import PorticoViews

extension Job {
    /// The account and browser that started it.
    var person: PersonInBrowser { PersonInBrowser(browser: browser, account: account) }
    /// The page that started it, with its query.
    package var page: SitePath { SitePath(untrusted: address) ?? .launch }
    /// The path of that page; open pages there show the progress.
    var pagePath: SitePath { page.withoutQuery }

    package var path: SitePath { .job(id) }
    /// The path of its result.
    package var result: SitePath { .jobResult(id) }
    /// The path that cancels it (POST).
    package var cancellation: SitePath { .cancelJob(id) }

    /// Its id in the HUD and among toasts.
    var noticeID: String { "job-\(id)" }

    /// The content of the HUD.
    func hud(_ value: Double?, _ text: String) -> HudContent {
        var content = HudContent.progress(value, text)
        content.id = noticeID
        content.path = pagePath
        content.cancel = cancellation
        content.grace = 0.3
        content.minimum = 0.5
        // The HUD ends with the job, and has a button to cancel it.
        content.interactiveHide = false
        return content
    }

    /// The toast about its end; nil if there is none.
    func end(_ outcome: Outcome) -> Toast? {
        switch outcome {
        case .running, .cancelled: nil
        case .file: .jobReady(title, id: noticeID, result: result, in: Language.current)
        case .sentence(let text, let link):
            .jobDone(text, id: noticeID, link: SitePath(untrusted: link) ?? .launch, in: Language.current)
        case .failed(let errorID): .jobFailed(title, id: noticeID, errorID: errorID, in: Language.current)
        case .interrupted: .jobInterrupted(title, id: noticeID, page: page, in: Language.current)
        }
    }
}
