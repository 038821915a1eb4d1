import Foundation
import PorticoAuth

extension MemoryAuthStore {
    public func takeAttempt(_ limits: [LimitKey: Limit], at time: Date) throws {
        try write { state in
            let reached = limits.compactMap { key, limit in
                let row = state.attempts(key, of: limit, at: time)
                return row.count < limit.attempts ? nil : LimitReached(key: key, until: row.endsAt)
            }
            let longest = reached.max { ($0.until ?? .distantFuture) < ($1.until ?? .distantFuture) }
            if let longest { throw longest }
            for (key, limit) in limits {
                var row = state.attempts(key, of: limit, at: time)
                row.count += 1
                state.attempts[key] = row
            }
        }
    }

    public func giveBackAttempt(_ keys: [LimitKey]) {
        write { state in
            for key in keys {
                guard let count = state.attempts[key]?.count, count > 1 else {
                    state.attempts[key] = nil
                    continue
                }
                state.attempts[key]?.count = count - 1
            }
        }
    }

    public func clear(_ keys: [LimitKey]) {
        write { state in for key in keys { state.attempts[key] = nil } }
    }

    public func deleteAttempts(endedBefore time: Date) {
        write { state in state.attempts = state.attempts.filter { ($0.value.endsAt ?? .distantFuture) >= time } }
    }
}

extension MemoryAuthStore.State {
    /// The tries that still count; none, in a window that begins now, where the last is over.
    fileprivate func attempts(_ key: LimitKey, of limit: Limit, at time: Date) -> MemoryAuthStore.AttemptRow {
        let (count, since) = attempts[key].map { ($0.count, $0.since) } ?? (0, time)
        let counts = abs(time.timeIntervalSince(since)) < limit.window
        let start = counts ? since : time
        return .init(
            count: counts ? count : 0, since: start,
            endsAt: limit.window.isFinite ? start.addingTimeInterval(limit.window) : nil)
    }
}
