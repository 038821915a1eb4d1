import Foundation
import PorticoHTML
import PorticoViews
import Synchronization

/// The page that shows a notice.
struct NoticeAddress: Hashable, Sendable {
    let person: PersonInBrowser
    /// The path with its query.
    let path: SitePath
}

/// Stores notices for a page that is not rendered yet, such as the target of a form. Each notice is delivered once, and
/// dropped after a minute. In memory only.
final class FlashStore: Sendable {
    /// The notices of one call.
    private struct Entry {
        let notices: Notices
        let time: Date
    }

    /// The time for which the store keeps a notice, in seconds.
    static let patience: TimeInterval = 60
    /// The maximum number of pages with waiting notices.
    static let capacity = 4096
    /// The maximum number of entries for one page.
    static let pageCapacity = 50

    private let now: @Sendable () -> Date
    /// Oldest first; no entry is empty.
    private let waiting = Mutex<[NoticeAddress: [Entry]]>([:])
    private let count = Atomic(0)

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Whether no notice is waiting; needs no lock.
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// Adds notices for a page.
    func put(_ notices: Notices, for address: NoticeAddress) {
        let time = now()
        waiting.withLock { waiting in
            waiting[address] = (waiting[address, default: []] + [Entry(notices: notices, time: time)])
                .suffix(Self.pageCapacity)
            if waiting.count > Self.capacity { Self.makeRoom(in: &waiting, at: time) }
            count.store(waiting.count, ordering: .releasing)
        }
    }

    /// Removes and returns the notices for a page.
    package func take(_ address: NoticeAddress) -> Notices {
        let entries = waiting.withLock { waiting in
            defer { count.store(waiting.count, ordering: .releasing) }
            return waiting.removeValue(forKey: address) ?? []
        }
        return Self.fresh(entries, at: now()).reduce(into: Notices()) { $0.append($1.notices) }
    }

    /// Drops expired notices.
    func deleteExpired() {
        guard !isEmpty else { return }
        let time = now()
        waiting.withLock { waiting in
            Self.deleteExpired(&waiting, at: time)
            count.store(waiting.count, ordering: .releasing)
        }
    }

    private static func fresh(_ entries: [Entry], at time: Date) -> [Entry] {
        entries.filter { time.timeIntervalSince($0.time) < patience }
    }

    private static func deleteExpired(_ waiting: inout [NoticeAddress: [Entry]], at time: Date) {
        waiting = waiting.mapValues { fresh($0, at: time) }.filter { !$0.value.isEmpty }
    }

    private static func makeRoom(in waiting: inout [NoticeAddress: [Entry]], at time: Date) {
        deleteExpired(&waiting, at: time)
        let oldest = waiting.min { ($0.value.first?.time ?? time) < ($1.value.first?.time ?? time) }
        if waiting.count > capacity, let oldest { waiting[oldest.key] = nil }
    }
}
