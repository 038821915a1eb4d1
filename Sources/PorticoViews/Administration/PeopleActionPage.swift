import PorticoHTML

/// Asks for confirmation before an action on several accounts.
package struct PeopleActionPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    package var action: PeopleAction
    /// The people to act on, or the reason why there are none.
    package var choice: Choice
    /// The path of the action, with the selected accounts.
    package var path: SitePath

    /// The selected people.
    package enum Choice: Sendable {
        /// - Parameter leavesOutOwn: whether the administrator's own account was selected too. It is left out.
        case people(names: [String], leavesOutOwn: Bool)
        /// Nobody was selected besides the administrator's own account, if at all.
        case nobody(leavesOutOwn: Bool)
        /// More people were selected than an address has room for.
        case tooMany
    }

    package init(account: String, action: PeopleAction, choice: Choice, path: SitePath) {
        self.account = account
        self.action = action
        self.choice = choice
        self.path = path
    }

    package var presentation: Presentation {
        Presentation(style: .confirmationDialog, source: "people-\(action.rawValue)")
    }

    package let presenter = SitePath.people

    package func title(in language: String) -> String { title(Strings(language: language)) }

    var canAct: Bool { if case .people = choice { true } else { false } }

    func title(_ t: Strings) -> String {
        guard case .people(let names, _) = choice else {
            if case .tooMany = choice { return t.peopleSelectedTooMany }
            return t.peopleSelectedNobody
        }
        return switch action {
        case .disable: t.disablePeopleQuestion(names.count)
        case .enable: t.enablePeopleQuestion(names.count)
        case .endSessions: t.endPeopleSignInsQuestion(names.count)
        }
    }

    /// The names, the effect, and who is left out.
    func messages(_ t: Strings) -> [String] {
        switch choice {
        case .people(let names, let leavesOutOwn):
            [shown(names, t), effect(t)] + (leavesOutOwn ? [t.peopleOwnAccount] : [])
        case .nobody(leavesOutOwn: true): [t.peopleOwnAccount]
        case .nobody(leavesOutOwn: false): [t.peopleSelectFirst]
        case .tooMany: [t.peopleSelectFewer]
        }
    }

    /// The names as a list; the first four of more than five.
    private func shown(_ names: [String], _ t: Strings) -> String {
        let format = ReaderFormat(t)
        guard names.count > 5 else { return format.list(names) }
        return t.peopleAndOthers(format.list(Array(names.prefix(4))), names.count - 4)
    }

    private func effect(_ t: Strings) -> String {
        switch action {
        case .disable: t.disablePeopleMessage
        case .enable: t.enablePeopleMessage
        case .endSessions: t.endPeopleSignInsMessage
        }
    }

    func button(_ t: Strings) -> String {
        switch action {
        case .disable: t.disablePeople
        case .enable: t.enablePeople
        case .endSessions: t.endSignIns
        }
    }
}
