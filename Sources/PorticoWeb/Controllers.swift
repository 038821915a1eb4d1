import Hummingbird
import PorticoAuth
import PorticoConfig

/// All controllers, by who may reach them.
struct Controllers: Sendable {
    private let session: SessionController
    private let setup: SetupController
    private let registration: RegistrationController
    private let password: PasswordController
    private let email: EmailController
    private let account: AccountController
    private let sessions: SessionsController
    private let profiles: ProfilesController
    private let people: PeopleController
    private let person: PersonController
    private let events: SecurityEventsController
    private let installation: InstallationController
    private let drafts: DraftController
    private let personalData: PersonalDataController
    private let settings: SettingsController
    private let root: Root

    init(services: WebServices, root: Root) {
        let auth = services.auth
        self.root = root
        session = SessionController(root: root)
        setup = SetupController(
            root: root, firstAccount: services.firstAccount, linkUsed: services.setupLinkUsed)
        registration = RegistrationController(root: root, registration: auth.registration, links: auth.links)
        password = PasswordController(root: root, passwords: auth.passwords, links: auth.links)
        email = EmailController(root: root, emails: auth.emails)
        account = AccountController(root: root, directory: auth.directory)
        sessions = SessionsController(root: root, users: auth.users, links: auth.links)
        profiles = ProfilesController(root: root, users: auth.users, limit: auth.policy.accountsPerBrowser)
        let administration = Administration(root: root, auth: auth)
        people = PeopleController(administration)
        person = PersonController(administration)
        events = SecurityEventsController(administration)
        installation = InstallationController(administration: administration, settings: services.settings)
        drafts = DraftController(root: root, drafts: auth.drafts)
        settings = SettingsController(users: auth.users, site: root.site)
        personalData = PersonalDataController(root: root, drafts: auth.drafts)
    }

    /// What needs no sign-in: signing in, what stands in for it, and what links in mails lead to.
    func addPublicRoutes(to routes: RouterGroup<PorticoContext>) {
        session.addRoutes(to: routes)
        if root.site.app.keepsAccounts {
            setup.addRoutes(to: routes)
            registration.addRoutes(to: routes)
            password.addRoutes(to: routes)
        }
        email.addRoutes(to: routes)
        account.addRoutes(to: routes)
        sessions.addRoutes(to: routes)
    }

    /// What is there for whoever is signed in.
    func addPages(to main: inout MainSection) {
        session.add(to: &main)
        password.add(to: &main)
        email.add(to: &main)
        account.add(to: &main)
        sessions.add(to: &main)
        profiles.add(to: &main)
        people.add(to: &main)
        person.add(to: &main)
        events.add(to: &main)
        installation.add(to: &main)
        drafts.add(to: &main)
        personalData.add(to: &main)
        settings.add(to: &main)
        ProofController().add(to: &main)
        ProfileController(root: root).add(to: &main)
        AppearanceController(root: root).add(to: &main)
        WorkplaceController(root: root).add(to: &main)
        SettingsFileController(root: root).add(to: &main)
        AboutController(site: root.site).add(to: &main)
        JobsController(jobs: root.overlays.jobs).add(to: &main)
    }
}
