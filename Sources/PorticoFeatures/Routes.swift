import HTTPTypes
import Hummingbird
import PorticoAssets
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// All routes, with their access rules and handlers.
struct Routes {
    let services: WebServices
    let root: Root
    let origin: PublicOrigin

    /// - Parameter main: the application's additions to the main section; gets the pages of Portico, with their limits.
    func router(_ main: inout MainSection) throws(ApplicationMistake) -> Router<PorticoContext> {
        let router = Router(context: PorticoContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: HandlerErrorMiddleware())
        addUnidentified(to: router)
        addProtection(to: router, &main)
        let identified = router.group().add(middleware: FormMiddleware()).add(middleware: IdentityMiddleware())
        addPublic(to: identified)
        addSignedIn(to: &main)
        addAdministration(to: &main)
        if let development = root.site.development { addGalleries(to: &main, development) }
        let signedIn = identified.group(context: SignedInContext.self)
            .add(middleware: ThreadPoolMiddleware()).add(middleware: OverlayMiddleware())
        try main.mount(
            on: signedIn, pages: Pages(root: root, routes: [mainScreen] + main.pages), taken: router.routes)
        router.refuseOtherMethods()
        do {
            try router.validate()
        } catch {
            throw ApplicationMistake(description: "\(error)")
        }
        return router
    }

    var identities: IdentityResolver {
        IdentityResolver(
            authenticator: root.authenticator, cookies: root.site.cookies, clients: services.clients,
            gateways: GatewayCheck(gateways: root.gateways, timeout: root.site.app.launchCheckTimeout),
            config: services.config, liveUI: services.liveUI)
    }

    /// Routes without identification; the launch identifies the account itself while the splash is shown.
    private func addUnidentified(to routes: Router<PorticoContext>) {
        let health = HealthController(checkReadiness: services.checkReadiness)
        routes.get(.healthz, health.live)
        routes.get(.readyz, health.ready)
        routes.get(.offline) { [root] _, _ in root.offlinePage() }
        let reports = BrowserReportController()
        routes.post(.scriptErrors, reports.scriptError)
        routes.post(.policyViolations, reports.policyViolation)
        if let contact = services.securityContact {
            routes.get(.securityText, SecurityTextController(contact: contact, origin: origin).text)
        }
        routes.get(.launch, Launch(root: root).callAsFunction)
        guard let settings = root.site.development else { return }
        let development = DevelopmentController(settings: settings)
        routes.get(.reload, development.reload)
        let forms = routes.group().add(middleware: FormMiddleware())
        forms.post(.developmentSettings, development.set)
        forms.post(.repeatedIDs, development.noteRepeatedIDs)
        guard let outbox = services.outbox.map({ OutboxController(root: root, outbox: $0) }) else { return }
        routes.get(.outbox, outbox.mails)
        routes.get(.outbox(":id"), outbox.mail)
        routes.get(.outboxHTML(":id"), outbox.html)
    }

    /// Routes for the proxies of protected applications, and for browsers on their way to them. At hosts of applications, the
    /// cookie of this host says nothing, so only the handlers know whether to identify the requester.
    private func addProtection(to routes: Router<PorticoContext>, _ main: inout MainSection) {
        guard !services.protection.rules.isEmpty else { return }
        let protection = protection
        if services.upstream == nil {
            // Envoy asks with the method of the request.
            for method in HTTPRequest.Method.known where method != .head {
                routes.on(RouterPath(SitePath.checkProtected.pattern), method: method, use: protection.check)
            }
        }
        routes.get(.beginProtected, protection.begin)
        routes.get(.endProtected, protection.end)
        routes.get(.protectedSession, protection.session)
        routes.get(.assertionKeys, protection.keys)
        main.get(.startProtected, for: .signedIn, protection.start)
        main.post(.startProtected, for: .signedIn, protection.prove)
    }

    /// Routes without a sign-in: sign-in, registration and links in mails.
    private func addPublic(to routes: RouterGroup<PorticoContext>) {
        let session = SessionController(root: root)
        routes.get(.session) { _, _ in .redirect(to: .newSession) }
        routes.post(.session, session.create)
        routes.get(.newSession, session.new)
        routes.post(.endSession, session.end)
        routes.post(.currentProfile, profiles.select)
        let email = EmailController(root: root, emails: services.auth.emails)
        routes.get(.confirmEmail, email.edit)
        routes.post(.confirmEmail, email.confirm)
        routes.get(.emailConfirmed, email.confirmed)
        routes.get(.endSignIn, sessions.ask)
        routes.post(.endSignIn, sessions.end)
        routes.get(.signInEnded, sessions.ended)
        let limits = LimitsController(root: root, links: services.auth.links)
        routes.get(.liftLimits, limits.ask)
        routes.post(.liftLimits, limits.lift)
        routes.get(.limitsLifted, limits.lifted)
        routes.get(.accountDeleted, account.deleted)
        guard root.site.app.keepsAccounts else { return }
        let setup = SetupController(
            root: root, firstAccount: services.firstAccount, linkUsed: services.setupLinkUsed)
        routes.get(.setup, setup.new)
        routes.post(.setup, setup.create)
        let registration = RegistrationController(
            root: root, registration: services.auth.registration, links: services.auth.links)
        routes.get(.registration, registration.new)
        routes.post(.registration, registration.create)
        routes.get(.registrationSent, registration.sent)
        routes.get(.confirmRegistration, registration.edit)
        routes.post(.confirmRegistration, registration.confirm)
        routes.get(.accountMade, registration.made)
        routes.post(.renewInvitation, registration.renew)
        routes.get(.resetPassword, password.new)
        routes.post(.resetPassword, password.create)
        routes.get(.resetPasswordSent, password.sent)
        routes.get(.newPassword, password.edit)
        routes.post(.newPassword, password.reset)
        routes.get(.passwordSet, password.isSet)
    }

    /// Routes for signed-in accounts.
    private func addSignedIn(to main: inout MainSection) {
        let events = EventsController(live: services.liveUI.live, authenticator: root.authenticator)
        main.get(.events, for: .signedIn, events.open)
        main.page(.endSession, for: .signedIn, SessionController(root: root).question)
        let proof = ProofController()
        main.get(.proof, for: .signedIn, proof.skip)
        main.post(.proof, for: .signedIn, proof.prove)
        let drafts = DraftController(drafts: services.auth.drafts)
        main.get(.draft, for: .signedIn, drafts.show)
        let jobs = JobsController(jobs: root.liveUI.jobs)
        main.get(.job(":id"), for: .signedIn, jobs.show)
        main.get(.jobResult(":id"), for: .signedIn, jobs.result)
        main.post(.cancelJob(":id"), for: .signedIn, jobs.cancel)
        main.page(.menu, for: .signedIn, MenuController(root: root).menu)
        addAccount(to: &main)
        let profile = ProfileController(root: root)
        main.get(.profile, for: .signedIn) { _, _, _ in .redirect(to: .editProfile) }
        main.post(.profile, for: .signedIn, profile.update)
        main.page(.editProfile, for: .signedIn, profile.editor)
        main.post(.editProfile, for: .signedIn, profile.edit)
        main.page(.leaveProfile, for: .signedIn, profile.question)
        main.post(.leaveProfile, for: .signedIn, profile.leave)
        let appearance = AppearanceController(root: root)
        main.page(.appearance, for: .signedIn, appearance.appearance)
        main.post(.appearance, for: .signedIn, appearance.update)
        if root.settingsPath != .launch {
            main.add(.settings, for: .signedIn, isRoot: true) { [root] request, context in
                .root(AnyPage(try await root.mainPage(request, context)), title: root.site.titles.settings)
            }
        }
        let settings = SettingsController(
            users: services.auth.users, site: root.site, settingsPath: root.settingsPath)
        main.post(.automaticSignIn, for: .signedIn, settings.setAutomaticSignIn)
        main.get(.automaticSignIn, for: .signedIn) { [root] _, _, _ in .redirect(to: root.settingsPath) }
        for kind in Workplace.Kind.allCases {
            let workplace = WorkplaceController(root: root, kind: kind)
            main.page(.workplace(kind), for: .signedIn, workplace.page)
            main.post(.workplace(kind), for: .signedIn, workplace.choose)
        }
        let about = AboutController(site: root.site)
        main.page(.about, for: .signedIn, about.about)
        main.page(.licences, for: .signedIn, about.licences)
        main.page(.licence(":name"), for: .signedIn, about.licence)
    }

    private func addAccount(to main: inout MainSection) {
        main.page(.profiles, for: .signedIn, profiles.profiles)
        main.page(.account, for: .signedIn, account.account)
        main.page(.activity, for: .signedIn, account.activity)
        main.page(.deleteAccount, for: .proven.over(.account), account.question)
        main.post(.deleteAccount, for: .proven.over(.account, signsOut: true), account.delete)
        main.page(.changePassword, for: .signedIn, password.editor)
        main.post(.changePassword, for: .signedIn, password.change)
        let email = EmailController(root: root, emails: services.auth.emails)
        main.page(.changeEmail, for: .proven.over(.account), email.editor)
        main.post(.changeEmail, for: .proven.over(.account), email.change)
        main.page(.sessions, for: .signedIn, sessions.sessions)
        for (path, end) in [(SitePath.endOneSession, sessions.endOne), (.endOtherSessions, sessions.endOthers)] {
            main.post(path, for: .proven.over(.account), end)
            main.get(path, for: .signedIn) { _, _, _ in .redirect(to: .sessions) }
        }
        let data = PersonalDataController(root: root, drafts: services.auth.drafts)
        main.page(.personalData, for: .signedIn, data.page)
        main.post(.personalData, for: .proven.over(.account), data.export)
        let file = SettingsFileController(root: root)
        main.page(.settingsFile, for: .signedIn, file.page)
        main.post(.settingsFile, for: .signedIn, file.upload)
        main.get(.settingsDownload, for: .signedIn, file.download)
    }

    /// Routes for administrators, after a recent authentication.
    private func addAdministration(to main: inout MainSection) {
        let administration = Administration(root: root, auth: services.auth)
        let administrators = Access(needsProof: true, check: administration.require)
        let installation = InstallationController(
            administration: administration, settings: services.settings, nodes: services.nodes)
        main.page(.administration, for: administrators, installation.overview)
        main.page(.mailQueue, for: administrators, installation.mailQueue)
        for (path, act) in [(SitePath.sendMailNow, installation.sendMailNow), (.dropMail, installation.dropMail)] {
            main.post(path, for: administrators.over(.mailQueue), act)
            main.get(path, for: .signedIn) { _, _, _ in .redirect(to: .mailQueue) }
        }
        let brand = BrandController(
            administration: administration, settings: services.settings, publisher: root.site.publisher)
        main.page(.brand, for: administrators, brand.editor)
        main.post(.brand, for: administrators.over(.brand), brand.change)
        main.page(.brand(of: ":server"), for: administrators, brand.editor)
        main.post(.brand(of: ":server"), for: administrators.over(.brand), brand.change)
        if let nodes = services.nodes {
            main.page(.nodes, for: administrators) { _, _ in
                NodesPage(nodes: try await nodes(), now: services.auth.authenticator.time)
            }
        }
        main.page(.installation, for: administrators, installation.options)
        main.page(.setting(":option"), for: administrators.over(.installation), installation.editor)
        main.post(.setting(":option"), for: administrators.over(.installation), installation.change)
        let events = SecurityEventsController(administration: administration)
        main.page(.securityEvents, for: administrators, events.events)
        main.get(.exportSecurityEvents, for: administrators.withoutQuestion, events.export)
        let people = PeopleController(administration: administration)
        main.page(.people, for: administrators, people.people)
        if root.site.app.keepsAccounts {
            main.page(.addPerson, for: administrators.over(.people), people.editor)
            main.post(.addPerson, for: administrators.over(.people), people.add)
            let files = ImportController(administration: administration)
            main.page(.importPeople, for: administrators.over(.people), files.page)
            main.post(.importPeople, for: administrators.over(.people), files.preview)
            main.get(.runImport, for: .signedIn) { _, _, _ in .redirect(to: .importPeople) }
            main.post(.runImport, for: administrators.over(.people), files.run)
            main.get(.exportPeople, for: administrators.withoutQuestion, files.export)
            for path in [SitePath.importPeople, .runImport] {
                main.limitBodies(at: path, to: ImportController.formLimit)
            }
            main.page(.invitePerson, for: administrators.over(.people), people.invitation)
            main.post(.invitePerson, for: administrators.over(.people), people.invite)
            let invitations = InvitationsController(administration: administration)
            main.page(.invitations, for: administrators, invitations.invitations)
            for (path, act) in [
                (SitePath.sendInvitationAgain, invitations.sendAgain), (.withdrawInvitation, invitations.withdraw),
            ] {
                main.post(path, for: administrators.over(.invitations), act)
                main.get(path, for: .signedIn) { _, _, _ in .redirect(to: .invitations) }
            }
        }
        let person = PersonController(administration: administration)
        main.page(.person(":user"), for: administrators, person.person)
        main.page(.personSessions(":user"), for: administrators, person.sessions)
        main.post(.personSessions(":user"), for: administrators.asking(administration.place), person.endSessions)
        let editor = PersonEditor(administration: administration)
        main.page(.editPerson(":user"), for: administrators.asking(administration.place), editor.editor)
        main.post(.editPerson(":user"), for: administrators.asking(administration.place), editor.save)
        let groups = GroupsController(administration: administration)
        main.page(.personGroups(":user"), for: administrators.asking(administration.place), groups.editor)
        main.post(.personGroups(":user"), for: administrators.asking(administration.place), groups.change)
        for action in PersonAction.allCases {
            let person = PersonActionController(administration: administration, action: action)
            if action.asksFirst {
                main.page(.person(":user", action), for: administrators.asking(person.place), person.question)
            } else {
                main.get(.person(":user", action), for: .signedIn, person.skip)
            }
            main.post(.person(":user", action), for: administrators.asking(person.place), person.perform)
        }
    }

    private func addGalleries(to main: inout MainSection, _ development: DevelopmentSettings) {
        let gallery = Gallery()
        main.page(.gallery, title: "Presentations", isLinked: false, make: gallery.overview)
        for depth in 1...4 {
            let path = (1...depth).reduce(SitePath.gallery) { $0.adding(":\($1)") }
            main.page(path, for: .signedIn, gallery.sample)
            main.post(path, for: .signedIn, gallery.answer)
        }
        main.page(.components, title: "Components", isLinked: false, make: gallery.components)
        main.post(.components, for: .signedIn, gallery.sent)
        main.page(.region, title: "A region", isLinked: false, make: gallery.region)
        main.page(.sampleInRegion, for: .signedIn, gallery.inRegion)
        main.page(.orphan, for: .signedIn, gallery.orphan)
        main.page(.anywhere, for: .signedIn, gallery.anywhere)
        for list in [SitePath.records, .library] {
            let records = RecordsController(settings: development, list: list)
            if list == .library {
                main.page(list, for: .signedIn, records.sheet)
            } else {
                main.page(list, title: "Records", isLinked: false, make: records.records)
            }
            main.page(list.adding(":id"), for: .signedIn, records.editor)
            main.post(list.adding(":id"), for: .signedIn, records.save)
            main.post(list.adding(":id", "copy"), for: .signedIn, records.saveCopy)
            main.post(list.adding(":id", "edit"), for: .signedIn, records.edit)
            main.post(list.adding(":id", "leave"), for: .signedIn, records.leave)
            for form in ["copy", "edit", "leave"] { main.get(list.adding(":id", form), for: .signedIn, records.skip) }
        }
        let hud = HudGallery()
        main.page(.hudGallery, title: "HUD and toasts", isLinked: false, make: hud.overview)
        main.page(.hudSheet, for: .signedIn, hud.sheet)
        main.post(.hudSlow, for: .signedIn, hud.wait)
        main.post(.hudWork, for: .signedIn, hud.work)
        main.post(.hudServed, for: .signedIn, hud.show)
    }
}

extension Routes {
    private var protection: ProtectionController {
        ProtectionController(root: root, services: services, origin: origin, gateways: identities.gateways)
    }

    /// Passes requests to the application behind this server; nil if there is none.
    ///
    /// - Parameter router: has the routes that are this server's own.
    func upstream(_ router: Router<PorticoContext>, _ assets: AssetLibrary) -> UpstreamController? {
        services.upstream.map { upstream in
            UpstreamController(
                upstream: upstream,
                paths: OwnPaths(
                    routes: router.routes.map(\.path.description), hasHome: root.mainPath == .launch,
                    isPublicFile: { $0 == SitePath.sessionScript.path || assets.contains($0) }),
                protection: protection)
        }
    }
}

// Controllers with both public and protected routes.
extension Routes {
    private var account: AccountController { AccountController(root: root, directory: services.auth.directory) }
    private var password: PasswordController {
        PasswordController(root: root, passwords: services.auth.passwords, links: services.auth.links)
    }
    private var profiles: ProfilesController { ProfilesController(root: root, users: services.auth.users) }
    private var sessions: SessionsController {
        SessionsController(root: root, users: services.auth.users, links: services.auth.links)
    }

    /// The main screen as the root page below presented pages; alone it is the launch.
    private var mainScreen: PageRoute {
        PageRoute(pattern: SitePath.launch.pattern) { [root] request, context in
            let main = try await root.mainScreen(request, context)
            return .root(main.page, title: main.title)
        }
    }
}

extension RouterMethods where Context == PorticoContext {
    fileprivate func get(
        _ path: SitePath, _ answer: @escaping @Sendable (Request, PorticoContext) async throws -> Response
    ) {
        on(RouterPath(path.pattern), method: .get, use: answer)
    }

    fileprivate func post(
        _ path: SitePath, _ answer: @escaping @Sendable (Request, PorticoContext) async throws -> Response
    ) {
        on(RouterPath(path.pattern), method: .post, use: answer)
    }
}

extension Router where Context == PorticoContext {
    /// Responds with 405 and the allowed methods if a path has no route for a method.
    fileprivate func refuseOtherMethods() {
        for (path, routes) in Dictionary(grouping: routes, by: \.path.description) {
            var allowed = routes.map(\.method)
            if allowed.contains(.get), !allowed.contains(.head) { allowed.append(.head) }
            let allow = allowed.map(\.rawValue).sorted().joined(separator: ", ")
            for method in HTTPRequest.Method.known where !allowed.contains(method) {
                on(RouterPath(path), method: method) { _, _ -> Response in
                    throw WebError(.methodNotAllowed, allow: allow)
                }
            }
        }
    }
}

extension HTTPRequest.Method {
    fileprivate static let known: [Self] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]
}
