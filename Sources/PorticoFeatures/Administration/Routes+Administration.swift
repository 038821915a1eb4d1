import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

extension Routes {
    /// Routes for administrators, after a recent authentication.
    func addAdministration(to main: inout MainSection) {
        let administration = Administration(root: root, auth: services.auth, hasNodes: services.nodes != nil)
        let administrators = Access(for: .administrators, needsProof: .password, check: administration.require)
        addInstallation(to: &main, administration, administrators)
        addPeople(to: &main, administration, administrators)
        addPerson(to: &main, administration, administrators)
    }

    private func addInstallation(
        to main: inout MainSection, _ administration: Administration, _ administrators: Access
    ) {
        let installation = InstallationController(
            administration: administration, settings: services.settings, nodes: services.nodes)
        main.page(.administration, for: administrators, administration.section(installation.overview))
        main.page(.mailQueue, for: administrators, administration.section(installation.mailQueue))
        main.form(.sendMailNow, for: administrators.over(.mailQueue), on: .mailQueue, installation.sendMailNow)
        main.page(.dropMail, for: administrators.over(.mailQueue), installation.question)
        main.post(.dropMail, for: administrators.over(.mailQueue), installation.dropMail)
        let brand = BrandController(
            administration: administration, settings: services.settings, publisher: root.site.publisher)
        main.page(.brand, for: administrators, administration.section(brand.editor))
        main.post(.brand, for: administrators.over(.brand), brand.change)
        main.page(.brand(of: ":server"), for: administrators, administration.section(brand.editor))
        main.post(.brand(of: ":server"), for: administrators.over(.brand), brand.change)
        main.page(.resetBrand, for: administrators.over(.brand), brand.question)
        main.post(.resetBrand, for: administrators.over(.brand), brand.reset)
        if let nodes = services.nodes {
            main.page(
                .nodes, for: administrators,
                administration.section { _, _ in
                    NodesPage(nodes: try await nodes(), now: services.auth.authenticator.time)
                })
        }
        main.page(.installation, for: administrators, administration.section(installation.options))
        main.add(.setting(":option"), for: administrators.over(.installation), isRoot: false) {
            .presented(try await installation.editor($0, $1))
        }
        main.post(.setting(":option"), for: administrators.over(.installation), installation.change)
        main.page(.rehearsal(":policy"), for: administrators, administration.section(installation.rehearsal))
        let events = SecurityEventsController(administration: administration)
        main.page(.securityEvents, for: administrators, administration.section(events.events))
        main.get(.exportSecurityEvents, for: administrators.withoutQuestion, events.export)
    }

    private func addPeople(to main: inout MainSection, _ administration: Administration, _ administrators: Access) {
        let people = PeopleController(administration: administration)
        main.page(.people, for: administrators, administration.section(people.people))
        for action in PeopleAction.allCases {
            let several = PeopleActionController(administration: administration, action: action)
            main.page(.people(action), for: administrators.over(.people), several.nobody)
            main.post(.people(action), for: administrators.over(.people), several.perform)
        }
        guard root.site.app.keepsAccounts else { return }
        main.page(.newPeople, for: administrators.over(.people), people.ways)
        main.page(.addPerson, for: administrators.over(.people), people.editor)
        main.post(.addPerson, for: administrators.over(.people), people.add)
        let files = ImportController(administration: administration)
        main.page(.importPeople, for: administrators.over(.people), files.page)
        main.post(.importPeople, for: administrators.over(.people), files.preview)
        main.form(.runImport, for: administrators.over(.people), on: .importPeople, files.run)
        main.get(.exportPeople, for: administrators.withoutQuestion, files.export)
        main.post(.exportPeople, for: administrators.withoutQuestion, files.exportSelected)
        for path in [SitePath.importPeople, .runImport] {
            main.limitBodies(at: path, to: ImportController.formLimit)
        }
        main.page(.invitePerson, for: administrators.over(.people), people.invitation)
        main.post(.invitePerson, for: administrators.over(.people), people.invite)
        let invitations = InvitationsController(administration: administration)
        main.page(.invitations, for: administrators, administration.section(invitations.invitations))
        let onInvitations = administrators.over(.invitations)
        main.form(.sendInvitationAgain, for: onInvitations, on: .invitations, invitations.sendAgain)
        main.page(.withdrawInvitation, for: onInvitations, invitations.question)
        main.post(.withdrawInvitation, for: onInvitations, invitations.withdraw)
    }

    private func addPerson(to main: inout MainSection, _ administration: Administration, _ administrators: Access) {
        let person = PersonController(administration: administration)
        main.page(.person(":user"), for: administrators, administration.section(person.person))
        main.page(.personSessions(":user"), for: administrators, administration.section(person.sessions))
        main.page(.endPersonSession(":user"), for: administrators.asking(administration.question), person.question)
        main.post(.endPersonSession(":user"), for: administrators.asking(administration.question), person.endSessions)
        let editor = PersonEditor(administration: administration)
        main.page(.editPerson(":user"), for: administrators.asking(administration.question), editor.editor)
        main.post(.editPerson(":user"), for: administrators.asking(administration.question), editor.save)
        let groups = GroupsController(administration: administration)
        main.page(.personGroups(":user"), for: administrators.asking(administration.question), groups.editor)
        main.post(.personGroups(":user"), for: administrators.asking(administration.question), groups.change)
        for action in PersonAction.allCases {
            let person = PersonActionController(administration: administration, action: action)
            if action.asksFirst {
                main.page(.person(":user", action), for: administrators.asking(person.proof), person.question)
            } else {
                main.get(.person(":user", action), for: .signedIn, person.skip)
            }
            main.post(.person(":user", action), for: administrators.asking(person.proof), person.perform)
        }
    }
}
