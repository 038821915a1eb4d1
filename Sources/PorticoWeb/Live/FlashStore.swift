import Foundation
import PorticoHTML
import PorticoViews
import Synchronization

/// The one page that a notice is for.
struct NoticeAddress: Hashable, Sendable {
    let person: PersonInBrowser
    /// With its query.
    let path: SitePath
}

/// Keeps what a page is to show that does not exist yet, such as the one that a form leads to. Whoever takes it first is
/// the only one to have it; after a minute it is of no interest any more. It is in memory only.
final class FlashStore: Sendable {
    /// What was put there at once.
    private struct Entry {
        let notices: Notices
        let time: Date
    }

    /// How long a notice waits, in seconds.
    static let patience: TimeInterval = 60
    /// The most pages that notices wait for.
    static let capacity = 4096
    /// The most that waits for one page.
    static let pageCapacity = 50

    private let now: @Sendable () -> Date
    /// Oldest first; never empty.
    private let waiting = Mutex<[NoticeAddress: [Entry]]>([:])
    private let count = Atomic(0)

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Whether nothing waits for anybody, which costs nothing to know.
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// Adds to what waits for a page.
    func put(_ notices: Notices, for address: NoticeAddress) {
        let time = now()
        waiting.withLock { waiting in
            waiting[address] = (waiting[address, default: []] + [Entry(notices: notices, time: time)])
                .suffix(Self.pageCapacity)
            if waiting.count > Self.capacity { Self.makeRoom(in: &waiting, at: time) }
            count.store(waiting.count, ordering: .releasing)
        }
    }

    /// What waits for a page; nothing the next time.
    func take(_ address: NoticeAddress) -> Notices {
        let entries = waiting.withLock { waiting in
            defer { count.store(waiting.count, ordering: .releasing) }
            return waiting.removeValue(forKey: address) ?? []
        }
        return Self.fresh(entries, at: now()).reduce(into: Notices()) { $0.append($1.notices) }
    }

    /// Forgets what has waited too long.
    func tidy() {
        guard !isEmpty else { return }
        let time = now()
        waiting.withLock { waiting in
            Self.tidy(&waiting, at: time)
            count.store(waiting.count, ordering: .releasing)
        }
    }

    private static func fresh(_ entries: [Entry], at time: Date) -> [Entry] {
        entries.filter { time.timeIntervalSince($0.time) < patience }
    }

    private static func tidy(_ waiting: inout [NoticeAddress: [Entry]], at time: Date) {
        waiting = waiting.mapValues { fresh($0, at: time) }.filter { !$0.value.isEmpty }
    }

    private static func makeRoom(in waiting: inout [NoticeAddress: [Entry]], at time: Date) {
        tidy(&waiting, at: time)
        let oldest = waiting.min { ($0.value.first?.time ?? time) < ($1.value.first?.time ?? time) }
        if waiting.count > capacity, let oldest { waiting[oldest.key] = nil }
    }
}
