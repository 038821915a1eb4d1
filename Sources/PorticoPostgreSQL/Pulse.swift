import PorticoSQL
import Synchronization

/// Notifications that a server sends to itself, to verify that it receives notifications.
final class Pulse: Sendable {
    private struct State {
        /// The number of the newest notification, and that of the first one for the current listening connection.
        var (newest, first) = (0, 0)
        var newestTime = ContinuousClock.now
        /// The oldest notification that was committed but not received.
        var unheard: (number: Int, time: ContinuousClock.Instant)?
        var heard = 0
        var heardTime: ContinuousClock.Instant?
    }

    /// The channel of only this server.
    let channel: String
    private let state = Mutex(State())
    private let requests: AsyncStream<Int>
    private let request: AsyncStream<Int>.Continuation

    /// Time between two notifications.
    private static let interval = Duration.seconds(1)
    /// Maximum time from the commit of a notification to its arrival.
    private static let patience = Duration.seconds(2)

    init(node: String) {
        channel = "\(Announcements.channel)_\(node)"
        (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Sends the requested notifications, until the end. A failure to send is no evidence about the listener, so it is
    /// ignored.
    func run(_ send: @escaping @Sendable (_ text: String) async throws -> Void) async {
        await withDiscardingTaskGroup { group in
            // A dead connection must not delay the next notification.
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

    /// Begins anew for another listening connection.
    func begin() {
        state.withLock { state in
            state.first = state.newest + 1
            state.unheard = nil
        }
        send()
    }

    /// Sends the next notification if it is due.
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

    /// Records the arrival of a notification.
    func hear(_ text: String) {
        guard let number = Int(text) else { return }
        state.withLock { state in
            state.heard = max(state.heard, number)
            state.heardTime = .now
            if let unheard = state.unheard, unheard.number <= number { state.unheard = nil }
        }
    }

    /// Whether the current listening connection has received a notification.
    var isHeard: Bool { state.withLock { $0.heard >= $0.first } }

    /// Whether a notification is overdue.
    var isUnheard: Bool {
        state.withLock { state in state.unheard.map { .now - $0.time > Self.patience } ?? false }
    }

    /// The time of the last arrival; nil if there was none.
    var lastHeard: ContinuousClock.Instant? { state.withLock { $0.heardTime } }

    func end() { request.finish() }
}
