import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The settings of the current sign-in.
struct SettingsController: Sendable {
    let users: UserManager
    let site: Site
    /// The page with the setting.
    let settingsPath: SitePath

    /// Turning automatic sign-in on requires reauthentication, because it extends a sign-in that may be hijacked.
    func setAutomaticSignIn(
        _ request: Request, _ context: SignedInContext, _ pages: Pages
    ) async throws -> Response {
        let form = try await FormReader.read(ToggleForm.self, from: request).form
        guard form.value == "on", !context.signIn.isAutomatic else { return try await set(request, context) }
        return try await pages.proven(request, context, over: settingsPath) { try await set($0, $1) }
    }

    private func set(_ request: Request, _ context: SignedInContext) async throws -> Response {
        let form = try await FormReader.read(ToggleForm.self, from: request).form
        try context.require(form.account)
        guard form.value == "on" || form.value == "off" else { throw WebError(.unprocessableContent) }
        let run = try await users.setAutomatic(form.value == "on", identity: context.identity)
        var response = Response.done(settingsPath, for: request)
        if let run { try site.cookies.setRun(run, on: &response) }
        context.toast(.automaticSignIn(form.value == "on", in: Language.current))
        return response
    }
}

/// The fields of a switch.
struct ToggleForm: Decodable {
    var value: String
    var account: String?
}
