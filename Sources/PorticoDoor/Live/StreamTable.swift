import HTTPTypes
import PorticoConfig

/// The event streams, and their limits.
struct StreamTable: Sendable {
    /// The maximum number of streams of one account, and of all.
    let limits: (account: Int, all: Int)
    /// The streams that receive events, by their sequence numbers.
    private var streams: [AccountID: [Int: EventStream]] = [:]
    /// The number of streams that are open or opening.
    private var places: [AccountID: Int] = [:]
    private(set) var count = 0
    private var taken = 0

    init(limits: (account: Int, all: Int)) {
        self.limits = limits
    }

    /// Seconds until a retry after a rejected stream.
    private static let pause = 30

    /// Reserves a place.
    ///
    /// - Returns: a new sequence number.
    /// - Throws: 503 if there are too many in total, 429 if the account has too many.
    mutating func reserveSlot(of account: AccountID) throws(WebError) -> Int {
        guard count < limits.all else { throw WebError(.serviceUnavailable, retryAfter: Self.pause) }
        let others = places[account, default: 0]
        guard others < limits.account else { throw WebError(.tooManyRequests, retryAfter: Self.pause) }
        places[account] = others + 1
        count += 1
        taken += 1
        return taken
    }

    mutating func releaseSlot(of account: AccountID) {
        count -= 1
        let others = places[account, default: 1] - 1
        places[account] = others == 0 ? nil : others
    }

    package mutating func add(_ stream: EventStream) {
        streams[stream.reader.account, default: [:]][stream.number] = stream
    }

    mutating func remove(_ stream: EventStream) {
        let account = stream.reader.account
        streams[account]?[stream.number] = nil
        if streams[account]?.isEmpty == true { streams[account] = nil }
    }

    /// The streams of an audience, unordered.
    func streams(of audience: Audience) -> [EventStream] {
        switch audience {
        case .account(let account), .browser(_, as: let account?):
            streams[account]?.values.filter { $0.reader.isIn(audience) } ?? []
        case .everyone:
            streams.values.flatMap(\.values)
        case .browser, .signIn:
            streams.values.flatMap { $0.values.filter { $0.reader.isIn(audience) } }
        }
    }
}
