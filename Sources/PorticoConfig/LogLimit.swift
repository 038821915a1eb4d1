import Synchronization

/// Limits log lines that clients or an outage can cause in large numbers: by default to one a minute for each kind.
public final class LogLimit: Sendable {
    private struct Lines {
        var last: ContinuousClock.Instant
        /// The number of occurrences since then.
        var count = 0
    }

    private let lines = Mutex<[String: Lines]>([:])
    private let interval: Duration
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameter interval: minimum time between two lines of a kind.
    public init(interval: Duration = .seconds(60), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.interval = interval
        self.now = now
    }

    /// Records an occurrence.
    ///
    /// - Parameter kind: one of a few constants, not chosen by a client.
    /// - Returns: the number of occurrences since the last line, including this one; nil if it is too early for a line.
    public func take(_ kind: String = "") -> Int? {
        let time = now()
        return lines.withLock { lines in
            if var known = lines[kind], time - known.last < interval {
                known.count += 1
                lines[kind] = known
                return nil
            }
            let count = (lines[kind]?.count ?? 0) + 1
            lines[kind] = Lines(last: time)
            return count
        }
    }
}
