import PorticoAuth
import PorticoConfig
import ServiceLifecycle

/// The background work for event streams: publishes configuration changes, sends heartbeats, and detects sign-ins that
/// have ended without an event.
public struct LiveEventsService: Service {
    let liveUI: LiveUI
    let authenticator: Authenticator
    let changes: ConfigChanges
    /// The time between two heartbeats of a stream.
    let interval: Duration
    /// The time between a change and its event.
    let lag: Duration

    /// The number of turns over which heartbeats are distributed.
    private static let turns = 20

    /// - Parameters:
    ///   - interval: the time between two heartbeats of a stream.
    ///   - lag: the time between a change and its event. With several servers, a page that gets the event requests the
    ///     change from any of them, and by then that server must know it.
    public init(
        liveUI: LiveUI, authenticator: Authenticator, changes: ConfigChanges, interval: Duration = .seconds(20),
        lag: Duration = .zero
    ) {
        self.liveUI = liveUI
        self.authenticator = authenticator
        self.changes = changes
        self.interval = interval
        self.lag = lag
    }

    /// Runs until the graceful shutdown, then ends all jobs.
    public func run() async throws {
        try? await cancelWhenGracefulShutdown {
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask { await forward() }
                group.addTask { try await beat() }
            }
        }
        await liveUI.jobs.runner.endAll()
    }

    private var live: LiveEvents { liveUI.live }

    private func forward() async {
        await withDiscardingTaskGroup { group in
            for await change in changes.observe() {
                guard lag > .zero else {
                    await forward(change)
                    continue
                }
                group.addTask {
                    guard (try? await Task.sleep(for: lag)) != nil else { return }
                    await forward(change)
                }
            }
        }
    }

    private func forward(_ change: ConfigChange) async {
        live.publish(change)
        for (scope, keys) in change.keys {
            // Somebody has ended the sign-in, possibly in another process.
            if case .signIn(let id) = scope, keys.contains(UserConfig.currentAccountKey) { live.endSignIn(id) }
            // Another server may have ended or changed the current sign-in of the browser, and has told its own pages only.
            if case .browser = scope, keys.contains(UserConfig.currentAccountKey) {
                for stream in live.streams(of: Audience(scope)) where await !authenticator.isCurrent(stream.reader) {
                    live.endSignIn(of: stream)
                }
            }
            // Another process has written to the store, and may have ended sign-ins.
            if keys.isEmpty { await check(live.beat(turn: 0, of: 1)) }
        }
    }

    private func beat() async throws {
        for turn in 0... {
            try await Task.sleep(for: max(interval / Self.turns, .milliseconds(1)))
            await check(live.beat(turn: turn, of: Self.turns))
            liveUI.flashStore.deleteExpired()
        }
    }

    private func check(_ streams: [EventStream]) async {
        for stream in streams where await !authenticator.isActive(stream.reader) { live.endSignIn(of: stream) }
    }
}

extension Authenticator {
    /// Whether the reader's sign-in is still active; true if the store is out of reach.
    package func isActive(_ reader: EventReader) async -> Bool {
        (try? await isActive(reader.signIn, in: reader.token)) ?? true
    }

    /// Whether the reader's sign-in is still active and the current one; true if the store is out of reach.
    fileprivate func isCurrent(_ reader: EventReader) async -> Bool {
        (try? await isCurrent(reader.signIn, in: reader.token)) ?? true
    }
}
