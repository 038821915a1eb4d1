import Metrics
import NIOCore
import Synchronization

/// The connections whose clients have not accepted all of a response. They keep responses in memory, so their number is
/// limited: beyond ``most``, the connection closes that has waited longest.
package final class SlowReaders: Sendable {
    static let most = 500

    private struct SlowReader {
        let channel: any Channel
        let since: NIODeadline
    }

    private let readers = Mutex<[ObjectIdentifier: SlowReader]>([:])
    private let ended: Counter

    package init(factory: any MetricsFactory) {
        ended = Counter(label: "portico_slow_readers_ended", factory: factory)
    }

    package func add(_ channel: any Channel) {
        let tooLong: (any Channel)? = readers.withLock { readers in
            readers[ObjectIdentifier(channel)] = SlowReader(channel: channel, since: .now())
            guard readers.count > Self.most, let oldest = readers.min(by: { $0.value.since < $1.value.since }) else {
                return nil
            }
            readers[oldest.key] = nil
            return oldest.value.channel
        }
        if let tooLong { end(tooLong) }
    }

    func remove(_ channel: any Channel) {
        readers.withLock { $0[ObjectIdentifier(channel)] = nil }
    }

    func end(_ channel: any Channel) {
        ended.increment()
        channel.close(promise: nil)
    }
}
