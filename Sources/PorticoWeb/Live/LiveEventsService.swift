import PorticoAuth
import PorticoConfig
import ServiceLifecycle

/// What the streams of events need beside the requests: it passes on what changes in the configuration, gives signs of
/// life, and finds the sign-ins that have ended without anybody saying so.
public struct LiveEventsService: Service {
    let overlays: LiveUI
    let authenticator: Authenticator
    let changes: ConfigChanges
    /// How much time lies between two signs of life of one stream.
    let interval: Duration

    /// Signs of life are spread over so many turns, so that they never come all at once.
    private static let turns = 20

    /// - Parameter interval: how much time lies between two signs of life of one stream.
    public init(
        overlays: LiveUI, authenticator: Authenticator, changes: ConfigChanges, interval: Duration = .seconds(20)
    ) {
        self.overlays = overlays
        self.authenticator = authenticator
        self.changes = changes
        self.interval = interval
    }

    public func run() async throws {
        try? await cancelWhenGracefulShutdown {
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask { await forward() }
                group.addTask { try await beat() }
            }
        }
        await overlays.jobs.endAll()
    }

    private var live: LiveEvents { overlays.live }

    private func forward() async {
        for await change in changes.observe() {
            live.publish(change)
            for (scope, keys) in change.keys {
                // Somebody ended sign-ins, here or elsewhere.
                if case .signIn(let id) = scope, keys.contains(UserConfig.currentAccountKey) { live.endSignIn(id) }
                // Another process wrote: perhaps it ended sign-ins.
                if keys.isEmpty { await check(live.beat(turn: 0, of: 1)) }
            }
        }
    }

    private func beat() async throws {
        for turn in 0... {
            try await Task.sleep(for: max(interval / Self.turns, .milliseconds(1)))
            await check(live.beat(turn: turn, of: Self.turns))
            overlays.board.tidy()
            overlays.jobs.tidy()
        }
    }

    private func check(_ streams: [EventStream]) async {
        for stream in streams where await !authenticator.isInForce(stream.reader) { live.endSignIn(of: stream) }
    }
}
