import PorticoFeatures
import ServiceLifecycle
import Synchronization

extension ServerOptions {
    /// The time between the signal to shut down and the end, in which balancers choose other servers.
    var drain: Duration { drainTime ?? (postgreSQL == nil || environment == .development ? .zero : .seconds(3)) }
}

/// Keeps this server running for a time after the signal to shut down. It is not ready, so balancers choose other
/// servers, but it still responds to requests. Event streams move to other servers.
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
        // By then, balancers know that this server is not ready.
        try await Task.sleep(for: time * 2 / 3)
        live.endStreams()
        try await Task.sleep(for: time / 3)
    }
}
