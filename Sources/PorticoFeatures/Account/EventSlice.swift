import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The part of a long list of events that an address asks for: the newest ones, those `before` an event, or those `after`
/// one.
struct EventSlice: Sendable {
    /// A condition on the ids, as part of an address.
    typealias Condition = (String, String)

    /// Events, newest first.
    struct Found: Sendable {
        let events: [LoggedEvent]
        /// The condition of the part with older events; nil if there are none.
        let older: [Condition]?
        /// The condition of the part with newer events; nil if there are none.
        let newer: [Condition]?
        /// See ``MoreRows/grows``.
        let grows: Bool
    }

    private enum Position: Sendable {
        case newest
        case before(LoggedEvent.ID)
        case after(LoggedEvent.ID)
    }

    private let position: Position
    private let count: Int

    init(_ request: Request) {
        let id = { (name: String) in request.uri.queryParameters[name[...]].flatMap { LoggedEvent.ID($0) } }
        position = id("after").map { .after($0) } ?? id("before").map { .before($0) } ?? .newest
        count = request.rowCount
    }

    /// The events of the slice. The newest ones if no event is left in it, and if `after` leads to the first part.
    ///
    /// - Parameter query: finds events; with `after`, oldest first.
    func events(
        _ query: (_ before: LoggedEvent.ID?, _ after: LoggedEvent.ID?, _ limit: Int) async throws -> [LoggedEvent]
    ) async throws -> Found {
        switch position {
        case .after(let id):
            let found = try await query(nil, id, count + 1)
            guard found.count > count else { break }
            let shown = Array(found.prefix(count).reversed())
            return Found(
                events: shown, older: Self.condition("before", shown.last), newer: Self.condition("after", shown.first),
                grows: false)
        case .before(let id):
            let found = try await query(id, nil, count + 1)
            guard !found.isEmpty else { break }
            return part(found, newer: Self.condition("after", found.first))
        case .newest:
            break
        }
        return part(try await query(nil, nil, count + 1), newer: nil)
    }

    private func part(_ found: [LoggedEvent], newer: [Condition]?) -> Found {
        let shown = Array(found.prefix(count))
        return Found(
            events: shown, older: found.count > count ? Self.condition("before", shown.last) : nil, newer: newer,
            grows: true)
    }

    private static func condition(_ name: String, _ event: LoggedEvent?) -> [Condition]? {
        event.map { [(name, "\($0.id)")] }
    }
}
