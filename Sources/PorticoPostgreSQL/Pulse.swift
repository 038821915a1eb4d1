import PorticoSQL
import Synchronization

/// The notifications that a server sends to itself, to know that it hears.
final class Pulse: Sendable {
    private struct State {
        /// The number of the newest, and that of the first for the connection that listens now.
        var (newest, first) = (0, 0)
        var newestTime = ContinuousClock.now
        /// The oldest that was committed and was not heard.
        var unheard: (number: Int, time: ContinuousClock.Instant)?
        var heard = 0
        var heardTime: ContinuousClock.Instant?
    }

    /// That of this server alone.
    let channel: String
    private let state = Mutex(State())
    private let requests: AsyncStream<Int>
    private let request: AsyncStream<Int>.Continuation

    /// Time between two.
    private static let interval = Duration.seconds(1)
    /// The time within which one arrives that was committed.
    private static let patience = Duration.seconds(2)

    init(node: String) {
        channel = "\(Announcements.channel)_\(node)"
        (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Sends what is asked for, until the end. One that could not be sent says nothing of the listener.
    func run(_ send: @escaping @Sendable (_ text: String) async throws -> Void) async {
        await withDiscardingTaskGroup { group in
            // One over a connection that is dead does not hold up the next.
            for await number in requests {
                group.addTask {
                    guard (try? await send("\(number)")) != nil else { return }
                    self.sent(number)
                }
            }
        }
    }

    private func sent(_ number: Int) {
        state.withLock { state in
            guard state.heard < number, state.first <= number, state.unheard == nil else { return }
            state.unheard = (number, .now)
        }
    }

    /// Another connection listens.
    func begin() {
        state.withLock { state in
            state.first = state.newest + 1
            state.unheard = nil
        }
        send()
    }

    /// Sends another one if it is time.
    func beat() {
        guard state.withLock({ .now - $0.newestTime >= Self.interval }) else { return }
        send()
    }

    private func send() {
        let number = state.withLock { state in
            state.newest += 1
            state.newestTime = .now
            return state.newest
        }
        request.yield(number)
    }

    /// One has arrived.
    func hear(_ text: String) {
        guard let number = Int(text) else { return }
        state.withLock { state in
            state.heard = max(state.heard, number)
            state.heardTime = .now
            if let unheard = state.unheard, unheard.number <= number { state.unheard = nil }
        }
    }

    /// Whether the connection that listens now has got one.
    var isHeard: Bool { state.withLock { $0.heard >= $0.first } }

    /// Whether one should have arrived.
    var isUnheard: Bool {
        state.withLock { state in state.unheard.map { .now - $0.time > Self.patience } ?? false }
    }

    /// When the last one arrived; nil if none has.
    var lastHeard: ContinuousClock.Instant? { state.withLock { $0.heardTime } }

    func end() { request.finish() }
}
