import Foundation
import Metrics
import PorticoBytes
import Synchronization

/// The metrics of this process, by the names that Prometheus' own clients use.
final class ProcessMetrics: Sendable {
    private let (memory, files): (Gauge, Gauge)
    private let processorTime: FloatingPointCounter
    /// The processor time that the counter has so far, in seconds.
    private let counted = Mutex(0.0)

    init(factory: any MetricsFactory) {
        func gauge(_ label: String) -> Gauge { Gauge(label: label, factory: factory) }
        memory = gauge("process_resident_memory_bytes")
        files = gauge("process_open_fds")
        gauge("process_max_fds").record(ConnectionLimit.raiseFileLimit())
        processorTime = FloatingPointCounter(label: "process_cpu_seconds", factory: factory)
        gauge("process_start_time_seconds").record(Date().timeIntervalSince1970)
    }

    func sample() {
        if let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            .fields(separatedBy: " ").dropFirst().first.flatMap({ Int($0) })
        {
            memory.record(pages * sysconf(Int32(_SC_PAGESIZE)))
        }
        if let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            // One of them is the descriptor of the folder itself.
            files.record(names.count - 1)
        }
        // POSIX counts in millionths of a second.
        let total = Double(clock()) / 1e6
        processorTime.increment(
            by: counted.withLock { counted in
                defer { counted = total }
                return total - counted
            })
    }
}
