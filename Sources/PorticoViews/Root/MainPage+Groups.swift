import PorticoConfig

extension MainPage {
    /// The page with the bar of a root page.
    func chrome(_ t: Strings) -> Page<MainContent> {
        Page(
            bar: Bar(
                title: isHome ? t.mainTitle : t.settingsHeader, isTitleLarge: true,
                leading: isHome ? .mark(name: appName) : .home),
            content: MainContent(banner: banner(t), groups: CellGroups(groups(t))))
    }

    /// The notice that the shown data may be outdated. It is rendered even without a text, so that an update can show
    /// it.
    private func banner(_ t: Strings) -> Banner? {
        gateway.map { gateway in
            let text = gateway.problem.map { $0.notice(of: serverName, t) }
            return Banner(id: "gateway", text: text, config: "gatewayUserName")
        }
    }

    private func groups(_ t: Strings) -> [CellGroup] {
        let pages = links.isEmpty ? [] : [CellGroup(id: "pages", header: t.pagesHeader, cells: links.map(Cell.link))]
        return pages + [profile(t), workplaces(t), signIn(t), settings(t), about(t)]
    }

    private func profile(_ t: Strings) -> CellGroup {
        var cells = [Cell.detail(DetailCell(id: "profile-name", title: t.name, value: .text(name)))]
        if !pronouns.isEmpty {
            cells.append(.detail(DetailCell(id: "profile-pronouns", title: t.pronouns, value: .text(pronouns))))
        }
        if !note.isEmpty {
            cells.append(.detail(DetailCell(id: "profile-note", title: t.note, value: .text(note))))
        }
        cells += [
            .detail(DetailCell(id: "profile-username", title: t.username, value: .text(username))),
            .detail(DetailCell(id: "profile-server", title: t.server, value: .text(serverName))),
        ]
        if let employeeNumber {
            cells.append(
                .detail(DetailCell(id: "profile-employee", title: t.employeeNumber, value: .text(employeeNumber))))
        }
        if isAdministrator {
            cells.append(.detail(DetailCell(id: "profile-role", title: t.role, value: .text(t.administrator))))
        }
        cells.append(
            .link(
                LinkCell(
                    id: "edit-profile", title: t.editProfile, path: .editProfile, opening: .presents(as: .formSheet))))
        return CellGroup(id: "profile", header: t.profileHeader, cells: cells, config: "userInfo account")
    }

    /// Empty if there are no workplaces to choose from.
    private func workplaces(_ t: Strings) -> CellGroup {
        guard let names = workplace else { return CellGroup(id: "workplace", cells: [], config: Workplace.configKeys) }
        let cells = Workplace.Kind.allCases.map { kind in
            Cell.link(
                LinkCell(
                    id: "workplace-\(kind.idPart)", title: kind.title(t), value: names[kind] ?? t.notChosen,
                    path: .workplace(kind), opening: .presents))
        }
        return CellGroup(id: "workplace", header: t.workplaceHeader, cells: cells, config: Workplace.configKeys)
    }

    private func signIn(_ t: Strings) -> CellGroup {
        var cells: [Cell] = [
            .detail(DetailCell(id: "sign-in-since", title: t.since, value: .time(since))),
            .detail(DetailCell(id: "sign-in-expires", title: t.expires, value: .time(expires))),
        ]
        if !browser.isEmpty {
            cells.append(.detail(DetailCell(id: "sign-in-browser", title: t.browser, value: .text(browser))))
        }
        cells.append(.toggle(automaticSignIn(t)))
        return CellGroup(
            id: "this-sign-in",
            header: t.signInHeader,
            footer: isAutomatic ? t.automaticSignInOn : t.automaticSignInOff,
            cells: cells,
            config: "isAutoLogin"
        )
    }

    private func automaticSignIn(_ t: Strings) -> ToggleCell {
        ToggleCell(
            id: "automatic-sign-in",
            title: t.automaticSignIn,
            isOn: isAutomatic,
            action: .automaticSignIn,
            account: account
        )
    }

    private func settings(_ t: Strings) -> CellGroup {
        let summary = t.appearanceSummary(display.appearance.title(t), display.textSize.title(t))
        let appearance = LinkCell(
            id: "appearance", title: t.appearance, value: summary, path: .appearance, opening: .presents)
        var cells = [
            Cell.link(appearance),
            .link(LinkCell(id: "account", title: t.account, path: .account, opening: .presents)),
        ]
        if isAdministrator {
            cells.append(.link(LinkCell(id: "administration", title: t.administration, path: .administration)))
        }
        return CellGroup(
            id: "settings", header: t.settingsHeader, cells: cells, config: "appearance textSize account")
    }

    private func about(_ t: Strings) -> CellGroup {
        let server: [Cell] = [
            .detail(DetailCell(id: "about-version", title: t.version, value: .text(version))),
            .detail(DetailCell(id: "about-uptime", title: t.uptime, value: .duration(uptime))),
        ]
        let link = LinkCell(id: "about-portico", title: t.aboutTitle(appName), path: .about, opening: .presents)
        return CellGroup(
            id: "about", header: t.aboutHeader, cells: (isAdministrator ? server : []) + [.link(link)])
    }
}
