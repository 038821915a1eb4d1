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
        let isOn = try await context.form(ToggleForm.self).value == .on
        guard isOn, !context.signIn.isAutomatic else { return try await set(isOn, request, context) }
        return try await pages.proven(request, context, over: settingsPath) { try await set(isOn, $0, $1) }
    }

    private func set(_ isOn: Bool, _ request: Request, _ context: SignedInContext) async throws -> Response {
        let run = try await users.setAutomatic(isOn, identity: context.identity)
        var response = Response.done(settingsPath, for: request)
        if let run { try site.cookies.setRun(run, on: &response) }
        context.toast(.automaticSignIn(isOn))
        return response
    }
}

/// The fields of a switch.
private struct ToggleForm: Decodable {
    enum Value: String, Decodable { case on, off }

    let value: Value
}
