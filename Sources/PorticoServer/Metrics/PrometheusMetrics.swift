import Metrics
import PorticoBytes
import Synchronization

/// Collects metrics in memory, and writes them in Prometheus' text format, version 0.0.4.
///
/// Names of counters get the end `_total`, names of timers `_seconds`. Timers and aggregating recorders are histograms.
final class PrometheusMetrics: MetricsFactory {
    private struct Family {
        let type: String
        /// By the text of their labels.
        var series: [String: any PrometheusSeries] = [:]
    }

    private let families = Mutex<[String: Family]>([:])

    /// The content type of ``text()``.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// All metrics, by name and labels.
    func text() -> String {
        let families = families.withLock { $0 }
        return families.sorted { $0.key < $1.key }.map { name, family in
            "# TYPE \(name) \(family.type)\n"
                + family.series.sorted { $0.key < $1.key }.map { $0.value.lines(name, labels: $0.key) }.joined()
        }.joined()
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label + "_total", "counter", dimensions) { PrometheusCounter() }
    }

    func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
        series(label + "_total", "counter", dimensions) { PrometheusCounter() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, "gauge", dimensions) { PrometheusGauge() }
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        aggregate
            ? series(label, "histogram", dimensions) { PrometheusHistogram() }
            : series(label, "gauge", dimensions) { PrometheusGauge() }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label + "_seconds", "histogram", dimensions) { PrometheusHistogram() }
    }

    // Metrics live as long as the server.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// The series with these labels; the same object for the same labels.
    private func series<Series: PrometheusSeries>(
        _ name: String, _ type: String, _ dimensions: [(String, String)], _ make: () -> Series
    ) -> Series {
        let labels = dimensions.sorted { $0.0 < $1.0 }.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }
            .joined(separator: ",")
        return families.withLock { families in
            if let known = families[name]?.series[labels] as? Series { return known }
            let series = make()
            families[name, default: Family(type: type)].series[labels] = series
            return series
        }
    }

    private static func escaped(_ value: String) -> String {
        value.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"").replacing(
            bytes: "\n", with: "\\n")
    }
}

/// The values of a metric with the same labels.
private protocol PrometheusSeries: AnyObject, Sendable {
    /// - Parameter labels: without braces; empty for none.
    func lines(_ name: String, labels: String) -> String
}

extension PrometheusSeries {
    fileprivate func line(_ name: String, _ labels: String, _ value: String) -> String {
        labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }
}

private final class PrometheusCounter: CounterHandler, FloatingPointCounterHandler, PrometheusSeries {
    private let total = Mutex(0.0)

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { total.withLock { $0 += amount } }
    func reset() { total.withLock { $0 = 0 } }

    func lines(_ name: String, labels: String) -> String { line(name, labels, "\(total.withLock { $0 })") }
}

private final class PrometheusGauge: MeterHandler, RecorderHandler, PrometheusSeries {
    private let value = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }

    /// Empty while the value is unknown.
    func lines(_ name: String, labels: String) -> String {
        let value = value.withLock { $0 }
        return value.isNaN ? "" : line(name, labels, "\(value)")
    }
}

private final class PrometheusHistogram: TimerHandler, RecorderHandler, PrometheusSeries {
    /// The upper bounds of the buckets, in seconds for timers.
    private static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private struct State {
        /// The number of values in each bucket, and beyond the last.
        var counts = [Int](repeating: 0, count: bounds.count + 1)
        var sum = 0.0
    }

    private let state = Mutex(State())

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let bucket = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.counts[bucket] += 1
            state.sum += value
        }
    }

    func lines(_ name: String, labels: String) -> String {
        let state = state.withLock { $0 }
        let prefix = labels.isEmpty ? "" : labels + ","
        var (text, count) = ("", 0)
        for (bound, number) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], state.counts) {
            count += number
            text += line(name + "_bucket", prefix + "le=\"\(bound)\"", "\(count)")
        }
        return text + line(name + "_sum", labels, "\(state.sum)") + line(name + "_count", labels, "\(count)")
    }
}
