import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

extension Routes {
    /// The links in mails about an account, and the page after its deletion.
    func addAccount(to routes: RouterGroup<PorticoContext>) {
        routes.get(.confirmEmail, email.edit)
        routes.post(.confirmEmail, email.confirm)
        routes.get(.emailConfirmed, email.confirmed)
        routes.get(.endSignIn, sessions.ask)
        routes.post(.endSignIn, sessions.end)
        routes.get(.signInEnded, sessions.ended)
        routes.get(.accountDeleted, account.deleted)
    }

    /// The menu, the account and the profile of a person.
    func addAccount(to main: inout MainSection) {
        main.page(.menu, for: .signedIn, MenuController(root: root).menu)
        main.page(.account, for: .signedIn, account.account)
        main.page(.activity, for: .signedIn, account.activity)
        main.page(.deleteAccount, for: .proven.inside(.account), account.question)
        main.post(.deleteAccount, for: .proven.inside(.account, signsOut: true), account.delete)
        main.page(.changeEmail, for: .proven.inside(.account), email.editor)
        main.post(.changeEmail, for: .proven.inside(.account), email.change)
        main.page(.sessions, for: .signedIn, sessions.sessions)
        main.page(.endOneSession, for: .proven.inside(.sessions), sessions.question)
        main.post(.endOneSession, for: .proven.over(.sessions), sessions.endOne)
        main.page(.endOtherSessions, for: .proven.inside(.sessions), sessions.questionAboutOthers)
        main.post(.endOtherSessions, for: .proven.over(.sessions), sessions.endOthers)
        let identities = IdentitiesController(root: root, providers: services.auth.providers)
        main.page(.newIdentity, for: .proven.inside(.factors), identities.editor)
        main.page(.removeIdentity, for: .proven.inside(.factors), identities.question)
        main.post(.removeIdentity, for: .proven.over(.factors), identities.remove)
        let factors = FactorsController(root: root, identities: identities)
        main.page(.factors, for: .signedIn, factors.factors)
        main.page(.authenticatorApp, for: .proven.inside(.factors), factors.setUp)
        main.post(.authenticatorApp, for: .proven.inside(.factors), factors.confirm)
        main.page(.removeAuthenticatorApp, for: .proven.inside(.factors), factors.questionBeforeRemoval)
        main.post(.removeAuthenticatorApp, for: .proven.over(.factors), factors.remove)
        main.page(.recoveryCodes, for: .proven.inside(.factors), factors.questionBeforeCodes)
        main.post(.recoveryCodes, for: .proven.over(.factors), factors.renewCodes)
        main.post(.recoveryCodesFile, for: .signedIn, factors.file)
        main.post(.endTrust, for: .signedIn, factors.endTrust)
        main.post(.stopOwnReset, for: .signedIn, factors.stopReset)
        let passkeys = PasskeysController(root: root)
        main.page(.newPasskey, for: .proven.inside(.factors), passkeys.editor)
        main.post(.newPasskey, for: .proven.inside(.factors), passkeys.add)
        main.page(.passkey, for: .proven.inside(.factors), passkeys.passkey)
        main.post(.passkey, for: .proven.inside(.factors), passkeys.rename)
        main.page(.removePasskey, for: .proven.inside(.factors), passkeys.question)
        main.post(.removePasskey, for: .proven.over(.factors), passkeys.remove)
        main.form(.silentPasskey, for: .signedIn, on: .factors, passkeys.makeSilently)
        let data = PersonalDataController(root: root, drafts: services.auth.drafts)
        main.page(.personalData, for: .signedIn, data.page)
        main.post(.personalData, for: .proven.inside(.account), data.export)
        let profile = ProfileController(root: root)
        main.form(.profile, for: .signedIn, on: .editProfile, profile.update)
        main.page(.editProfile, for: .signedIn, profile.editor)
        main.post(.editProfile, for: .signedIn, profile.edit)
        main.page(.leaveProfile, for: .signedIn, profile.question)
        main.post(.leaveProfile, for: .signedIn, profile.leave)
    }

    private var account: AccountController { AccountController(root: root, directory: services.auth.directory) }

    private var email: EmailController { EmailController(root: root, emails: services.auth.emails) }

    private var sessions: SessionsController {
        SessionsController(root: root, users: services.auth.users, links: services.auth.links)
    }
}
