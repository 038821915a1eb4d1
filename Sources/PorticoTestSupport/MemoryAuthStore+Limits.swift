import Foundation
import PorticoAuth

extension MemoryAuthStore {
    public func takeTry(_ limits: [LimitKey: Limit], at time: Date) throws {
        try write { state in
            let reached = limits.compactMap { key, limit in
                let row = state.tries(key, of: limit, at: time)
                return row.count < limit.tries ? nil : LimitReached(key: key, until: row.endsAt)
            }
            let longest = reached.max { ($0.until ?? .distantFuture) < ($1.until ?? .distantFuture) }
            if let longest { throw longest }
            for (key, limit) in limits {
                var row = state.tries(key, of: limit, at: time)
                row.count += 1
                state.tries[key] = row
            }
        }
    }

    public func giveBackTry(_ keys: [LimitKey]) {
        write { state in
            for key in keys {
                guard let count = state.tries[key]?.count, count > 1 else {
                    state.tries[key] = nil
                    continue
                }
                state.tries[key]?.count = count - 1
            }
        }
    }

    public func clear(_ keys: [LimitKey]) {
        write { state in for key in keys { state.tries[key] = nil } }
    }

    public func deleteTries(endedBefore time: Date) {
        write { state in state.tries = state.tries.filter { ($0.value.endsAt ?? .distantFuture) >= time } }
    }
}

extension MemoryAuthStore.State {
    /// The tries that still count; none, in a window that begins now, where the last is over.
    fileprivate func tries(_ key: LimitKey, of limit: Limit, at time: Date) -> MemoryAuthStore.TryRow {
        let (count, since) = tries[key].map { ($0.count, $0.since) } ?? (0, time)
        let counts = abs(time.timeIntervalSince(since)) < limit.window
        let start = counts ? since : time
        return .init(
            count: counts ? count : 0, since: start,
            endsAt: limit.window.isFinite ? start.addingTimeInterval(limit.window) : nil)
    }
}
