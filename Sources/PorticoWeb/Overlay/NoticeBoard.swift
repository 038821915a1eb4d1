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
final class NoticeBoard: Sendable {
    private struct Notice {
        var notices: Notices
        var time: Date
    }

    /// How long a notice waits, in seconds.
    static let patience: TimeInterval = 60
    /// The most pages that notices wait for.
    static let capacity = 4096
    /// The most toasts, and the most contents of the HUD, that wait for one page.
    static let pageCapacity = 50

    private let now: @Sendable () -> Date
    private let waiting = Mutex<[NoticeAddress: Notice]>([:])
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
            var notice = waiting[address].flatMap { Self.isFresh($0, at: time) ? $0.notices : nil } ?? Notices()
            notice.toasts = (notice.toasts + notices.toasts).suffix(Self.pageCapacity)
            notice.huds = (notice.huds + notices.huds).suffix(Self.pageCapacity)
            waiting[address] = Notice(notices: notice, time: time)
            if waiting.count > Self.capacity { Self.makeRoom(in: &waiting, at: time) }
            count.store(waiting.count, ordering: .releasing)
        }
    }

    /// What waits for a page; nothing the next time.
    func take(_ address: NoticeAddress) -> Notices {
        let notice = waiting.withLock { waiting in
            defer { count.store(waiting.count, ordering: .releasing) }
            return waiting.removeValue(forKey: address)
        }
        guard let notice, Self.isFresh(notice, at: now()) else { return Notices() }
        return notice.notices
    }

    /// Forgets what has waited too long.
    func tidy() {
        guard !isEmpty else { return }
        let time = now()
        waiting.withLock { waiting in
            waiting = waiting.filter { Self.isFresh($0.value, at: time) }
            count.store(waiting.count, ordering: .releasing)
        }
    }

    private static func isFresh(_ notice: Notice, at time: Date) -> Bool {
        time.timeIntervalSince(notice.time) < patience
    }

    private static func makeRoom(in waiting: inout [NoticeAddress: Notice], at time: Date) {
        waiting = waiting.filter { isFresh($0.value, at: time) }
        guard waiting.count > capacity, let oldest = waiting.min(by: { $0.value.time < $1.value.time }) else { return }
        waiting[oldest.key] = nil
    }
}
