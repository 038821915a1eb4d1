import Foundation
import PorticoHTML

/// A sign-in of the account.
public struct SessionRow: Sendable {
    public var id: Int64
    /// For example "Firefox on Linux"; empty if unknown.
    public var browser: String
    /// The network address of the last use; empty if unknown.
    public var address: String
    /// The start of the sign-in.
    public var since: Date
    public var lastSeen: Date
    /// Whether it survives the end of the browser session.
    public var isAutomatic: Bool
    /// Whether it is the sign-in of this request.
    public var isThis: Bool
    /// The way in which the person has logged in; nil if it has no name.
    public var way: SignInWayText?

    public init(
        id: Int64, browser: String, address: String, since: Date, lastSeen: Date, isAutomatic: Bool, isThis: Bool,
        way: SignInWayText? = nil
    ) {
        self.id = id
        self.browser = browser
        self.address = address
        self.since = since
        self.lastSeen = lastSeen
        self.isAutomatic = isAutomatic
        self.isThis = isThis
        self.way = way
    }
}

/// Sign-ins that look the same, with the same browser and address. A row of the list of sessions.
public struct SessionCell: Sendable {
    /// Newest first; never empty.
    public var sessions: [SessionRow]
    /// The path of the question whether to end them, which gets their ids in the query.
    public var end: SitePath
    /// The current time, to which the last use is relative.
    public var now: Date

    var id: String { "session-\(newest.id)" }
    package var newest: SessionRow { sessions[0] }
    var question: SitePath { end.adding(query: [("session", sessions.map { "\($0.id)" }.joined(separator: ","))]) }

    func browser(_ t: Strings) -> String {
        newest.browser.isEmpty ? t.unknownBrowser : ReaderFormat(t).device(newest.browser)
    }

    /// Whether it was used within the last minute.
    var isActive: Bool { (0..<60).contains(now.timeIntervalSince(newest.lastSeen)) }

    func lastSeen(_ t: Strings) -> TextAround { TextAround(t.sessionLastSeen) }
    func since(_ t: Strings) -> TextAround { TextAround(t.sessionSince) }

    /// The facts other than the times.
    func details(_ t: Strings) -> String {
        ReaderFormat(t).facts([
            newest.address, newest.way?.sentence(t) ?? "", newest.isAutomatic ? t.staysSignedIn : "",
            sessions.count > 1 ? t.sessionsCount(sessions.count) : "",
        ])
    }

    /// The rows of a list, newest first. The sign-in of this request has its own row.
    package static func cells(_ sessions: [SessionRow], end: SitePath, now: Date) -> [SessionCell] {
        let newestFirst = sessions.sorted { ($0.lastSeen, $0.id) > ($1.lastSeen, $1.id) }
        var cells: [SessionCell] = []
        for session in newestFirst {
            if let index = cells.firstIndex(where: { $0.newest.looksLike(session) }) {
                cells[index].sessions.append(session)
            } else {
                cells.append(SessionCell(sessions: [session], end: end, now: now))
            }
        }
        return cells
    }
}

extension SessionRow {
    fileprivate func looksLike(_ other: SessionRow) -> Bool {
        !isThis && !other.isThis && browser == other.browser && address == other.address
            && isAutomatic == other.isAutomatic && way == other.way
    }
}
