import PorticoFeatures
import ServiceLifecycle
import Synchronization

extension ServerOptions {
    /// The time between the signal to end and the end, in which other servers are chosen.
    var drain: Duration { drainTime ?? (postgreSQL == nil || environment == .development ? .zero : .seconds(3)) }
}

/// The time between the signal to end and the end: this server is not ready, so that a balancer chooses others, and answers
/// what comes nevertheless. Open pages go to other servers.
final class Drain: Service {
    private let time: Duration
    private let live: LiveEvents
    private let state = Atomic(false)

    init(time: Duration, live: LiveEvents) {
        self.time = time
        self.live = live
    }

    var isBegun: Bool { state.load(ordering: .relaxed) }

    func run() async throws {
        try await gracefulShutdown()
        state.store(true, ordering: .relaxed)
        guard time > .zero else { return }
        // By then, balancers have asked.
        try await Task.sleep(for: time * 2 / 3)
        live.endStreams()
        try await Task.sleep(for: time / 3)
    }
}
