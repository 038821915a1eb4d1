import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

extension Routes {
    /// The event stream of pages, and jobs.
    func addLive(to main: inout MainSection) {
        let events = EventsController(live: services.liveUI.live, authenticator: root.authenticator)
        main.get(.events, for: .signedIn, events.open)
        let jobs = JobsController(jobs: root.liveUI.jobs)
        main.get(.job(":id"), for: .signedIn, jobs.show)
        main.get(.jobResult(":id"), for: .signedIn, jobs.result)
        main.post(.cancelJob(":id"), for: .signedIn, jobs.cancel)
    }
}
