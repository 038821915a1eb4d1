import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoViews

extension Root {
    /// The configuration of the signed-in account; cached after the first read.
    package func userConfig(for signIn: SignIn) async throws -> UserConfig {
        try await config.config(of: signIn.account.id, isAutoLogin: signIn.isAutomatic)
    }

    /// Sets the cookie with the display preferences. Only logs a failure, because the sign-in is already done.
    func rememberLook(of account: AccountID?, on response: inout Response, context: PorticoContext) async {
        guard let account else { return }
        do {
            try site.displayCookie.set(try await config.config(of: account, isAutoLogin: false).display, on: &response)
        } catch {
            _ = context.report(error)
        }
    }
}

extension UserConfig {
    /// The appearance and text size of the person.
    package var display: DisplayPreferences { DisplayPreferences(appearance: appearance, textSize: textSize) }
}

extension WorkplaceChoice {
    /// The names of the chosen workplaces; nil if there are no workplaces to choose from.
    var names: [Workplace.Kind: String]? {
        guard isOffered else { return nil }
        let named = Workplace.Kind.allCases.map { ($0, self[$0]?.name) }
        return Dictionary(uniqueKeysWithValues: named).compactMapValues(\.self)
    }
}
