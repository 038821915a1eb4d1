import HTTPTypes
import Metrics
import Synchronization

/// Measures responses by route and status: the time from the head of the request to the head of the response.
package final class RequestMetrics: Sendable {
    private struct Series: Hashable {
        let route: String
        let status: Int
    }

    private let factory: any MetricsFactory
    private let timers = Mutex<[Series: Timer]>([:])

    package init(factory: any MetricsFactory) {
        self.factory = factory
    }

    /// - Parameter route: the pattern of the route, so that the number of series is limited; nil if there is none.
    package func record(_ duration: Duration, route: String?, status: HTTPResponse.Status) {
        let series = Series(route: route ?? "none", status: status.code)
        timers.withLock { timers in
            if let timer = timers[series] { return timer }
            let timer = Timer(
                label: "portico_request_duration",
                dimensions: [("route", series.route), ("status", "\(series.status)")], factory: factory)
            timers[series] = timer
            return timer
        }.record(duration)
    }
}

extension Timer {
    /// Records a duration.
    public func record(_ duration: Duration) { recordNanoseconds(Int64(duration / .nanoseconds(1))) }
}
