import Foundation
import Metrics
import PorticoAuth
import PorticoConfig
import PorticoFeatures

/// The metrics of accounts, queues and caches.
struct ServerMetrics: Sendable {
    /// Makes all metrics of this server.
    let factory: any MetricsFactory
    /// The metrics for Prometheus; nil if the server does not offer them.
    let served: PrometheusMetrics?
    private let signIns: [SignInMethod: Counter]
    private let refusals: [SecurityEvent.Kind: Counter]
    private let hashes: Timer
    private let hashQueue: Gauge
    private let (mailQueue, oldestMail, givenUpMails): (Gauge, Gauge, Gauge)
    private let streams: Gauge
    private let (hits, misses): (Counter, Counter)
    private let (ready, databaseUp, leader): (Gauge, Gauge, Gauge)
    private let clock: Gauge

    /// Maximum time for a question to the database.
    private static let patience = Duration.seconds(1)

    /// - Parameter isServed: whether the server offers the metrics to Prometheus.
    init(isServed: Bool) {
        let served = isServed ? PrometheusMetrics() : nil
        let factory: any MetricsFactory =
            served.map { MultiplexMetricsHandler(factories: [$0, MetricsSystem.factory]) } ?? MetricsSystem.factory
        (self.served, self.factory) = (served, factory)
        func gauge(_ label: String) -> Gauge { Gauge(label: label, factory: factory) }
        func signIns(_ outcome: String, _ method: SignInMethod? = nil) -> Counter {
            let way = method.map { [("way", $0.rawValue)] } ?? []
            return Counter(label: "portico_sign_ins", dimensions: [("outcome", outcome)] + way, factory: factory)
        }
        self.signIns = Dictionary(uniqueKeysWithValues: SignInMethod.allCases.map { ($0, signIns("succeeded", $0)) })
        refusals = [.signInFailed: signIns("failed"), .signInLimited: signIns("limited")]
        hashes = Timer(label: "portico_password_hash_duration", factory: factory)
        hashQueue = gauge("portico_password_hashes_pending")
        mailQueue = gauge("portico_mails_queued")
        oldestMail = gauge("portico_mail_oldest_age_seconds")
        givenUpMails = gauge("portico_mails_given_up")
        streams = gauge("portico_event_streams")
        (ready, databaseUp, leader) = (gauge("portico_ready"), gauge("portico_database_up"), gauge("portico_leader"))
        clock = gauge("portico_clock_offset_seconds")
        func lookups(_ result: String) -> Counter {
            Counter(label: "portico_cache_lookups", dimensions: [("result", result)], factory: factory)
        }
        (hits, misses) = (lookups("hit"), lookups("miss"))
        Gauge(label: "portico_info", dimensions: [("version", PorticoServer.version)], factory: factory).record(1)
    }

    /// Counts a sign-in by its outcome and its way. Other events are ignored.
    func count(_ event: SecurityEvent) {
        if event.kind == .signedIn {
            SignInWay(event.detail).flatMap { signIns[$0.method] }?.increment(by: event.count)
        } else {
            refusals[event.kind]?.increment(by: event.count)
        }
    }

    /// Counts a lookup of a browser or of the settings of a person.
    func countLookup(isHit: Bool) { (isHit ? hits : misses).increment() }

    /// Records the time to compute a hash.
    func recordHash(_ duration: Duration) { hashes.record(duration) }

    /// Updates the gauges with the state of this process.
    func sample(_ hasher: PasswordHasher, _ live: LiveEvents, _ clock: ClockWatch, _ leadership: Leadership) {
        hashQueue.record(hasher.pending)
        streams.record(live.streamCount)
        leader.record(leadership.isLeading ? 1 : 0)
        if let lead = clock.lead { self.clock.record(lead) }
    }

    func sample(_ state: Readiness.State) {
        databaseUp.record(state.isDatabaseUp ? 1 : 0)
        ready.record(state.isReady ? 1 : 0)
    }

    /// Updates the gauges with values of the database. Without an answer, these metrics are left out.
    func sample(_ queue: any AuthStore, isDatabaseUp: Bool, at time: Date) async {
        func value(_ work: @escaping @Sendable () async throws -> Double) async -> Double {
            guard isDatabaseUp else { return .nan }
            return await Task { (try? await work()) ?? .nan }.value(within: Self.patience) ?? .nan
        }
        mailQueue.record(await value { Double(try await queue.waitingMailCount()) })
        oldestMail.record(
            await value { try await queue.oldestWaitingMail().map { max(0, time.timeIntervalSince($0)) } ?? 0 })
        givenUpMails.record(await value { Double(try await queue.givenUpMailCount()) })
    }
}
