import PorticoHTML

extension PersonPage {
    /// The configuration key that refreshes all groups after a change.
    fileprivate static let config = "person"

    func groups(_ t: Strings) -> CellGroups {
        CellGroups([details(t), signingIn(t), access(t), password(t)] + factors(t) + [signIns(t), latest(t)])
    }

    private func details(_ t: Strings) -> CellGroup {
        var cells = [
            detail("name", t.name, .text(name)), detail("user", t.username, .text(user)),
        ]
        if let lookalike {
            let badge = Badge(t.looksLikeUserName(lookalike), kind: .warning)
            cells.insert(detail("lookalike", t.confusableName, .badge(badge)), at: 1)
        }
        if let serverName { cells.append(detail("server", t.server, .text(serverName))) }
        if let employeeNumber { cells.append(detail("employee", t.employeeNumber, .text(employeeNumber))) }
        cells += [
            detail("email", t.emailAddress, .text(email ?? t.emailAddressNone)),
            detail("created", t.accountMade, .time(createdAt)),
        ]
        cells.append(
            .link(
                LinkCell(
                    id: "person-groups", title: t.groups,
                    value: groups.isEmpty ? t.groupsNone : ReaderFormat(t).list(groups),
                    path: .personGroups(user), opening: .presents(as: .formSheet))))
        cells.append(
            .link(
                LinkCell(
                    id: "edit-person", title: t.editPerson, path: .editPerson(user), opening: .presents(as: .formSheet))
            ))
        if let app { cells.append(detail("app", t.authenticatorApp, .text(app.words(t)))) }
        if passkeys > 0 { cells.append(detail("passkeys", t.passkeysTitle, .text("\(passkeys)"))) }
        if isAdministrator { cells.append(detail("role", t.role, .text(t.administrator))) }
        if isDisabled { cells.append(detail("state", t.state, .text(t.disabled))) }
        return CellGroup(id: "person-details", cells: cells, config: Self.config)
    }

    /// Whether the person can sign in, and the obstacles.
    private func signingIn(_ t: Strings) -> CellGroup {
        var cells = obstacles.flatMap { $0.cells(t) }
        if cells.isEmpty { cells.append(detail("can-sign-in", t.canSignIn, .text(t.yes))) }
        if obstacles.contains(where: \.isLimit) { cells.append(action(.liftLimits, t.liftLimits)) }
        return CellGroup(id: "person-signing-in", cells: cells, config: Self.config)
    }

    /// Role and state of the account, with their actions. The last administrator cannot be changed.
    private func access(_ t: Strings) -> CellGroup {
        guard !isLastAdministrator else {
            return CellGroup(
                id: "person-access",
                cells: [detail("last", t.role, .text(t.onlyAdministrator))],
                footer: t.personLastAdministrator)
        }
        let role =
            isAdministrator
            ? action(.removeAdministrator, t.removeAdministrator)
            : action(.addAdministrator, t.addAdministrator)
        let state = isDisabled ? action(.enable, t.enable) : action(.disable, t.disable)
        return CellGroup(
            id: "person-access", cells: [role, state], footer: isDisabled ? t.personEnable : t.personDisable)
    }

    private func password(_ t: Strings) -> CellGroup {
        if let serverName {
            return CellGroup(
                id: "person-password", cells: [detail("kept", t.password, .text(t.passwordKeptBy(serverName)))])
        }
        guard email != nil else {
            return CellGroup(
                id: "person-password", cells: [detail("reset", t.password, .text(t.cannotBeReset))],
                footer: t.personWithoutEmail)
        }
        return CellGroup(
            id: "person-password", cells: [action(.resetPassword, t.revokePassword)],
            footer: t.personReset)
    }

    /// The reset of an account with a second factor, or how to stop one that waits.
    private func factors(_ t: Strings) -> [CellGroup] {
        if let resetAt {
            let cells = [
                detail("reset-at", t.factorsResetAt, .time(resetAt)), action(.stopReset, t.stopReset),
            ]
            return [CellGroup(id: "person-factors", header: t.factorsTitle, cells: cells, config: Self.config)]
        }
        guard hasSecondFactor else { return [] }
        return [
            CellGroup(
                id: "person-factors", header: t.factorsTitle, footer: t.personResetFactors,
                cells: [action(.resetFactors, t.resetFactors)], config: Self.config)
        ]
    }

    private func signIns(_ t: Strings) -> CellGroup {
        let count = Cell.link(
            LinkCell(id: "person-sessions", title: t.signIns, value: "\(sessions)", path: .personSessions(user)))
        let end = action(.endSessions, t.endSignIns)
        return CellGroup(
            id: "person-sign-ins", cells: sessions > 0 ? [count, end] : [count], config: Self.config)
    }

    private func latest(_ t: Strings) -> CellGroup {
        let all = LinkCell(
            id: "person-events", title: t.securityEventsAll,
            path: SitePath.securityEvents.adding(query: [("person", user)]))
        return CellGroup(
            id: "person-activity", header: t.activityTitle,
            cells: events.enumerated().map { $1.cell("person-event-\($0)", now: now, t) } + [.link(all)],
            config: Self.config)
    }

    private func detail(_ id: String, _ title: String, _ value: CellValue) -> Cell {
        .detail(DetailCell(id: "person-\(id)", title: title, value: value))
    }

    /// A button, or a link to the confirmation if the action needs one.
    private func action(_ action: PersonAction, _ title: String) -> Cell {
        let path = SitePath.person(user, action)
        guard action.asksFirst else {
            return .action(
                ActionCell(id: action.rawValue, title: title, action: path, fields: [("account", account)]))
        }
        return .link(
            LinkCell(
                id: action.rawValue, title: title, path: path, opening: .presents(as: .confirmationDialog),
                isDestructive: action.restricts, hasChevron: false))
    }
}

extension CellGroup {
    /// A group without a header.
    fileprivate init(id: String, cells: [Cell], footer: String) {
        self.init(id: id, footer: footer, cells: cells, config: PersonPage.config)
    }
}
