import PorticoAuth
import PorticoConfig
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
    func hud(_ value: Double?, _ text: LocalizedText) -> HudContent {
        var content = HudContent.progress(value, text)
        content.id = noticeID
        content.path = pagePath
        content.cancel = cancellation
        content.grace = 0.3
        content.minimum = 0.5
        // The HUD ends with the job. Its button cancels the job.
        content.interactiveHide = false
        return content
    }

    /// The toast about the end of the job; nil if there is none.
    func end(_ outcome: Outcome) -> Toast? {
        switch outcome {
        case .running, .cancelled: nil
        case .file: .jobReady(title, id: noticeID, result: result)
        case .sentence(let text, let link):
            .jobDone(text, id: noticeID, link: SitePath(untrusted: link) ?? .launch)
        case .failed(let errorID): .jobFailed(title, id: noticeID, errorID: errorID)
        case .interrupted: .jobInterrupted(title, id: noticeID, page: page)
        }
    }
}

extension LiveEvents {
    /// Shows the progress. The event is not kept: a reloaded page contains the progress, and the next report follows.
    func publishProgress(of job: Job, _ value: Double?, _ text: LocalizedText) {
        publish("hud", HudMessage(show: job.hud(value, text)), to: job.audience, isKept: false)
    }

    func hide(_ job: Job) { publish("hud", HudMessage(hide: job.noticeID), to: job.audience) }

    /// Announces the end of a job. All open pages where the job began offer its file. For another outcome, one open
    /// page takes the toast like other notices and shows it; if none is open, the next page there does.
    func publishEnd(of job: Job, _ outcome: Job.Outcome) {
        hide(job)
        guard let end = job.end(outcome) else { return }
        if case .file = outcome {
            publish("toast", ToastMessage(toast: end, path: job.pagePath), to: job.audience)
        } else {
            publish("missed", ["path": job.pagePath], to: job.audience)
        }
    }

    func publishDownload(of job: Job) {
        publish("download", DownloadMessage(href: job.result, path: job.pagePath), to: job.audience)
    }
}

extension Job {
    fileprivate var audience: Audience { .browser(browser, as: account) }
}
