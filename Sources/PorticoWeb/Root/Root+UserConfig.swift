import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoViews

extension Root {
    /// The configuration of the person signed in; from memory, but for the first time.
    func userConfig(for signIn: SignIn) async throws -> UserConfig {
        try await config.config(of: signIn.account.id, isAutoLogin: signIn.isAutomatic)
    }

    /// Lets the browser know how the person who signed in wants everything to look. A sign-in that has been made does not
    /// fail for it.
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
    /// How the person wants everything to look.
    var display: DisplayPreferences { DisplayPreferences(appearance: appearance, textSize: textSize) }
}
