import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoViews

extension Root {
    /// The configuration of the signed-in account; cached after the first read.
    package func userConfig(for signIn: SignIn) async throws -> UserConfig {
        try await config.config(of: signIn.account.id, isAutoLogin: signIn.isAutomatic)
    }

    /// Sets the cookie with the look of the account's pages, and stores the time zone of the browser. A language that was
    /// chosen before the sign-in becomes the choice of an account without one. Only logs a failure, because the sign-in is
    /// already done.
    func rememberLook(
        of account: AccountID?, for request: Request, on response: inout Response, context: PorticoContext
    ) async {
        guard let account else { return }
        do {
            let known = try await config.config(of: account, isAutoLogin: false)
            if let zone = site.zones.identifier(in: request), known[UserConfig.timeZone] != zone {
                try await config.set(UserConfig.timeZone, to: zone, in: .person(account))
            }
            var look = known.look
            let before = site.lookCookie.look(in: request)
            if look.language == nil, before.isNew {
                try await config.set(UserConfig.language, to: before.language, in: .person(account))
                look.language = before.language
            }
            try site.lookCookie.set(look, on: &response)
        } catch {
            _ = context.report(error)
        }
    }
}

extension UserConfig {
    /// The appearance and text size of the person.
    package var display: DisplayPreferences { DisplayPreferences(appearance: appearance, textSize: textSize) }

    /// The look of the person's pages, for the cookie.
    package var look: LookCookie.Look {
        LookCookie.Look(display: display, language: language.flatMap(Language.init(offered:))?.tag)
    }
}

extension WorkplaceChoice {
    /// The names of the chosen workplaces; nil if there are no workplaces to choose from.
    var names: [Workplace.Kind: String]? {
        guard isOffered else { return nil }
        let named = Workplace.Kind.allCases.map { ($0, self[$0]?.name) }
        return Dictionary(uniqueKeysWithValues: named).compactMapValues(\.self)
    }
}
