import Foundation
import Synchronization

/// A clock that moves only by ``advance(by:)``.
package final class TestClock: Sendable {
    private let time: Mutex<Date>

    /// - Parameter start: by default 2026-01-01 00:00 UTC.
    package init(start: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        time = Mutex(start)
    }

    /// Returns the current time of this clock.
    package var now: @Sendable () -> Date { { self.time.withLock { $0 } } }

    /// Moves the clock forward.
    package func advance(by seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }
}
