import Metrics
import PorticoAuth
import PorticoConfig
import PorticoWeb

/// The metrics of accounts, queues and caches.
struct ServerMetrics: Sendable {
    private let signIns: [SecurityEvent.Kind: Counter]
    private let hashes: Timer
    private let hashQueue: Gauge
    private let mailQueue: Gauge
    private let streams: Gauge
    private let (hits, misses): (Counter, Counter)

    init(factory: any MetricsFactory) {
        let outcomes: [SecurityEvent.Kind: String] = [
            .signedIn: "succeeded", .signInFailed: "failed", .signInLimited: "limited",
        ]
        signIns = outcomes.mapValues {
            Counter(label: "portico_sign_ins", dimensions: [("outcome", $0)], factory: factory)
        }
        hashes = Timer(label: "portico_password_hash_duration", factory: factory)
        hashQueue = Gauge(label: "portico_password_hashes_pending", factory: factory)
        mailQueue = Gauge(label: "portico_mails_queued", factory: factory)
        streams = Gauge(label: "portico_event_streams", factory: factory)
        func lookups(_ result: String) -> Counter {
            Counter(label: "portico_cache_lookups", dimensions: [("result", result)], factory: factory)
        }
        (hits, misses) = (lookups("hit"), lookups("miss"))
    }

    /// Counts a sign-in by its outcome. Other events are ignored.
    func count(_ event: SecurityEvent) { signIns[event.kind]?.increment(by: event.count) }

    /// Counts a lookup of a browser or of the settings of a person.
    func countLookup(isHit: Bool) { (isHit ? hits : misses).increment() }

    /// Records the time to compute a hash.
    func recordHash(_ duration: Duration) { hashes.record(duration) }

    /// Updates the lengths of queues.
    func sample(_ hasher: PasswordHasher, _ store: any AuthStore, _ live: LiveEvents) async throws {
        hashQueue.record(hasher.pending)
        streams.record(live.streamCount)
        mailQueue.record(try await store.waitingMailCount())
    }
}
