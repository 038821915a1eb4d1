import PorticoHTML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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

    public init(
        id: Int64, browser: String, address: String, since: Date, lastSeen: Date, isAutomatic: Bool, isThis: Bool
    ) {
        self.id = id
        self.browser = browser
        self.address = address
        self.since = since
        self.lastSeen = lastSeen
        self.isAutomatic = isAutomatic
        self.isThis = isThis
    }
}

/// The sign-ins of the account, with buttons to end them.
public struct SessionsPage: Presentable, Sendable {
    /// The account the page is rendered for.
    public var account: String
    public var sessions: [SessionRow]

    public let presentation = Presentation()
    public let presenter = SitePath.account

    public init(account: String, sessions: [SessionRow]) {
        self.account = account
        self.sessions = sessions
    }

    public func title(in language: String) -> String { Strings(language: language).sessionsTitle }

    func groups(_ t: Strings) -> CellGroups {
        var groups = sessions.map { group(of: $0, t) }
        if sessions.contains(where: { !$0.isThis }) {
            let all = ActionCell(
                id: "end-others", title: t.signOutEverywhereElse, action: .endOtherSessions,
                fields: [("account", account)], isDestructive: true)
            groups.append(CellGroup(id: "other-sessions", footer: t.signOutElsewhereFooter, cells: [.action(all)]))
        }
        return CellGroups(groups)
    }

    private func group(of session: SessionRow, _ t: Strings) -> CellGroup {
        let id = "session-\(session.id)"
        var cells: [Cell] = []
        if !session.address.isEmpty {
            cells.append(.detail(DetailCell(id: "\(id)-address", title: t.address, value: .text(session.address))))
        }
        cells += [
            .detail(DetailCell(id: "\(id)-since", title: t.since, value: .time(session.since))),
            .detail(DetailCell(id: "\(id)-seen", title: t.lastSeen, value: .time(session.lastSeen))),
            .detail(
                DetailCell(
                    id: "\(id)-automatic", title: t.automaticSignIn, value: .text(session.isAutomatic ? t.on : t.off))),
        ]
        if !session.isThis {
            let fields = [(name: "account", value: account), (name: "session", value: "\(session.id)")]
            cells.append(
                .action(
                    ActionCell(
                        id: "\(id)-end", title: t.signOut, action: .endOneSession, fields: fields, isDestructive: true))
            )
        }
        let browser = session.browser.isEmpty ? t.unknownBrowser : session.browser
        return CellGroup(id: id, header: session.isThis ? t.thisBrowser(browser) : browser, cells: cells)
    }
}
