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

    private let before: LoggedEvent.ID?
    private let after: LoggedEvent.ID?
    private let count: Int

    init(_ request: Request) {
        before = request.uri.queryParameters["before"].flatMap { Int64($0) }
        after = request.uri.queryParameters["after"].flatMap { Int64($0) }
        count = request.rowCount
    }

    /// The events, newest first, and the conditions of the parts with older and newer ones; nil if there are none.
    ///
    /// - Parameter query: finds events; with `after`, oldest first.
    func events(
        _ query: (_ before: LoggedEvent.ID?, _ after: LoggedEvent.ID?, _ limit: Int) async throws -> [LoggedEvent]
    ) async throws -> (shown: [LoggedEvent], older: [Condition]?, newer: [Condition]?) {
        let found = try await query(after == nil ? before : nil, after, count + 1)
        var shown = Array(found.prefix(count))
        if after != nil { shown.reverse() }
        guard let first = shown.first, let last = shown.last else { return ([], nil, nil) }
        let hasMore = found.count > count
        return (
            shown, after != nil || hasMore ? [("before", "\(last.id)")] : nil,
            after != nil && hasMore || before != nil ? [("after", "\(first.id)")] : nil
        )
    }
}
