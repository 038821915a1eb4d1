import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

extension Routes {
    /// Signing in and out, set-up, registration and forgotten passwords.
    func addSignIn(to routes: RouterGroup<PorticoContext>) {
        let session = SessionController(root: root, providers: services.auth.providers, origin: origin)
        routes.get(.session) { _, _ in .redirect(to: .newSession) }
        routes.post(.session, session.create)
        routes.get(.newSession, session.new)
        if root.site.app.servers.contains(where: \.isProvider) {
            let provider = ProviderController(root: root, providers: services.auth.providers, origin: origin)
            routes.get(.providerSession, provider.endWindow)
            routes.post(.providerSession, provider.begin)
            routes.get("session/provider/:server", use: provider.end)
            let logout = ProviderLogoutController(providers: services.auth.providers)
            routes.post("session/provider/:server/logout", use: logout.end)
            routes.post("session/provider/:server", use: provider.receive)
        }
        let secondFactor = SecondFactorController(root: root)
        routes.get(.sessionCode, secondFactor.skip)
        routes.post(.sessionCode, secondFactor.create)
        let enrolment = EnrolmentController(root: root)
        routes.get(.sessionEnrolment, enrolment.skip)
        routes.post(.sessionEnrolment, enrolment.create)
        routes.get(.sessionStart, enrolment.skip)
        routes.post(.sessionStart, enrolment.start)
        routes.get(.passkeyOptions) { _, _ in .redirect(to: .newSession) }
        routes.post(.passkeyOptions, PasskeyOptionsController(root: root).renew)
        routes.get(.coverLanguage) { _, _ in .redirect(to: .newSession) }
        routes.post(.coverLanguage, session.changeLanguage)
        routes.get(.language) { _, _ in .redirect(to: .launch) }
        routes.post(.language, LanguageController(root: root).choose)
        routes.post(.endSession, session.end)
        routes.post(.currentProfile, profiles.select)
        let limits = LinkQuestionController(root: root, links: services.auth.links, question: .liftLimits)
        routes.get(.liftLimits, limits.ask)
        routes.post(.liftLimits, limits.change)
        routes.get(.limitsLifted, limits.changed)
        let reset = LinkQuestionController(root: root, links: services.auth.links, question: .stopReset)
        routes.get(.stopFactorsReset, reset.ask)
        routes.post(.stopFactorsReset, reset.change)
        routes.get(.factorsResetStopped, reset.changed)
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
        let mail = MailSignInController(root: root, mailSignIns: services.auth.mailSignIns)
        routes.get(.newMailSignIn, mail.new)
        routes.post(.newMailSignIn, mail.begin)
        routes.get(.mailSignIn, mail.waiting)
        routes.post(.mailSignIn, mail.create)
        routes.get(.mailSignInCode, mail.skip)
        routes.post(.mailSignInCode, mail.check)
        routes.get(.mailSignInLink, mail.ask)
        routes.post(.mailSignInLink, mail.confirm)
        routes.get(.resetPassword, password.new)
        routes.post(.resetPassword, password.create)
        routes.get(.resetPasswordSent, password.sent)
        routes.get(.newPassword, password.edit)
        routes.post(.newPassword, password.reset)
        routes.get(.passwordSet, password.isSet)
        routes.get(.sessionPassword, password.skip)
        routes.post(.sessionPassword, password.replaceShort)
    }

    /// The question before signing out, the profiles of the browser, proof, and stored input.
    func addSignIn(to main: inout MainSection) {
        let session = SessionController(root: root, providers: services.auth.providers, origin: origin)
        main.page(.endSession, for: .signedIn, session.question)
        main.page(.profiles, for: .signedIn, profiles.profiles)
        let proof = ProofController()
        main.get(.proof, for: .signedIn, proof.skip)
        main.post(.proof, for: .signedIn, proof.prove)
        main.get(.draft, for: .signedIn, DraftController(drafts: services.auth.drafts).show)
        main.page(.changePassword, for: .signedIn, password.editor)
        main.post(.changePassword, for: .signedIn, password.change)
    }

    private var profiles: ProfilesController { ProfilesController(root: root, users: services.auth.users) }

    private var password: PasswordController {
        PasswordController(root: root, passwords: services.auth.passwords, links: services.auth.links)
    }
}
