import Foundation
import PorticoAuth

extension MemoryAuthStore {
    public func add(_ mails: [MailJob], event: SecurityEvent?, at time: Date) {
        write { state in
            for mail in mails { state.add(mail, at: time) }
            state.log(event)
        }
    }

    public func dueMails(at time: Date, limit: Int) -> [QueuedMail] {
        let due = waiting.filter { $0.time <= time }.sorted { ($0.time, $0.mail.id) < ($1.time, $1.mail.id) }
        return due.prefix(max(0, limit)).map(\.mail)
    }

    public func nextMailTime() -> Date? { waiting.map(\.time).min() }

    public func remove(_ mail: QueuedMail.ID) {
        write { $0.mails.removeAll { $0.id == mail } }
    }

    public func postpone(_ mail: QueuedMail.ID, to nextAttempt: Date?, problem: String) {
        write { state in
            for index in state.mails.indices where state.mails[index].id == mail {
                state.mails[index].attempts += 1
                state.mails[index].nextAttempt = nextAttempt
                state.mails[index].problem = problem
            }
        }
    }

    public func mails(limit: Int) -> [QueuedMail] { Array(state.mails.prefix(max(0, limit))) }

    public func deleteGivenUpMails(queuedBefore time: Date) {
        write { $0.mails.removeAll { $0.nextAttempt == nil && $0.queuedAt < time } }
    }

    private var waiting: [(mail: QueuedMail, time: Date)] {
        state.mails.compactMap { mail in mail.nextAttempt.map { (mail, $0) } }
    }
}
