import PorticoConfig

extension MainPage {
    /// The page with the bar of a root page.
    func chrome(_ t: Strings) -> Page<MainContent> {
        var bar = Bar(
            title: home == nil ? t.settingsHeader : t.mainTitle, isTitleLarge: true,
            leading: home == nil ? .home : .mark(name: appName))
        // Somebody without a name is greeted by the application.
        bar.greeting = home.map { name.isEmpty ? appName : $0.greeting.sentence(to: name, t) }
        return Page(bar: bar, content: MainContent(banner: banner(t), groups: CellGroups(groups(t))))
    }

    /// The notice that the shown data may be outdated. It is rendered even without a text, so that an update can show
    /// it.
    private func banner(_ t: Strings) -> Banner? {
        gateway.map { gateway in
            let text = gateway.problem.map { $0.notice(of: gateway.name, t) }
            return Banner(id: "gateway", text: text, config: "gatewayUserName")
        }
    }

    private func groups(_ t: Strings) -> [CellGroup] {
        guard let home else { return [profile(t), workplaces(t), signIn(t), settings(t), about(t)] }
        let pages = links.isEmpty ? [] : [CellGroup(id: "pages", header: t.pagesHeader, cells: links.map(Cell.link))]
        let counts = home.counts.map { [overview($0, t)] } ?? []
        return pages + counts + [workplaces(t), settings(t), profile(t), signIn(t), about(t)]
    }

    /// The pages where there may be something for an administrator to do. Each refresh of the page updates it.
    private func overview(_ counts: AdministrationCounts, _ t: Strings) -> CellGroup {
        let destinations: [AdministrationDestination] = [.people, .events, .mail]
        return CellGroup(
            id: "overview", header: t.overview,
            cells: destinations.map { $0.cell(t, value: counts.value(for: $0, t)) }, config: "account")
    }

    private func profile(_ t: Strings) -> CellGroup {
        var cells = [Cell.detail(DetailCell(id: "profile-name", title: t.name, value: .text(name)))]
        if !pronouns.isEmpty {
            cells.append(.detail(DetailCell(id: "profile-pronouns", title: t.pronouns, value: .text(pronouns))))
        }
        if !note.isEmpty {
            cells.append(.detail(DetailCell(id: "profile-note", title: t.note, value: .text(note))))
        }
        cells.append(.detail(DetailCell(id: "profile-username", title: t.username, value: .text(username))))
        if let serverName {
            cells.append(.detail(DetailCell(id: "profile-server", title: t.server, value: .text(serverName))))
        }
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
        CellGroup(
            id: "this-sign-in",
            header: t.signInHeader,
            footer: isAutomatic ? t.automaticSignInOn : t.automaticSignInOff,
            cells: [.toggle(automaticSignIn(t))],
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
        let link = LinkCell(id: "about-portico", title: t.aboutTitle(appName), path: .about, opening: .presents)
        return CellGroup(id: "about", header: t.aboutHeader, cells: [.link(link)])
    }
}
