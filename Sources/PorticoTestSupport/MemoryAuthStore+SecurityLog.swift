import Foundation
import PorticoAuth

extension MemoryAuthStore {
    public func add(_ event: SecurityEvent) {
        write { $0.log(event) }
    }

    public func events(_ query: SecurityEventQuery) -> [LoggedEvent] {
        let found = state.events.filter(query.includes)
        return Array((query.after == nil ? found.reversed() : found).prefix(max(0, query.limit)))
    }

    public func deleteEvents(before time: Date) {
        write { $0.events.removeAll { $0.event.time < time } }
    }
}

extension SecurityEventQuery {
    fileprivate func includes(_ logged: LoggedEvent) -> Bool {
        let event = logged.event
        if let account, event.account != account { return false }
        if !kinds.isEmpty, !kinds.contains(event.kind) { return false }
        if let since, event.time < since { return false }
        if let until, event.time >= until { return false }
        if let before, logged.id >= before { return false }
        if let after, logged.id <= after { return false }
        return true
    }
}
