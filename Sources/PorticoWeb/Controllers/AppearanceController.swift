import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// How a person wants everything to look.
struct AppearanceController: Sendable {
    let root: Root

    func add(to main: inout MainSection) {
        main.page(.appearance) { _, context in
            AppearancePage(
                look: try await root.userConfig(for: context.signIn).look,
                account: context.account.id.description)
        }
        main.routes { routes, _ in routes.post("settings/appearance", use: update) }
    }

    @Sendable private func update(_ request: Request, context: SignedInContext) async throws -> Response {
        let form = try await FormReader.read(AppearanceForm.self, from: request).form
        try context.require(form.account)
        let config = try await root.userConfig(for: context.signIn)
        let appearance = try Self.choice(form.appearance, else: config.appearance)
        let textSize = try Self.choice(form.textSize, else: config.textSize)
        var changes: [ConfigSetting] = []
        if appearance != config.appearance {
            changes.append(try ConfigSetting(UserConfig.appearance, to: appearance))
        }
        if textSize != config.textSize { changes.append(try ConfigSetting(UserConfig.textSize, to: textSize)) }
        try await root.config.set(changes, in: .person(context.account.id))
        var response = Response.done(.appearance, for: request)
        let look = Look(theme: Theme(appearance), textSize: TextSize(textSize))
        try root.site.lookCookie.set(look, on: &response)
        return response
    }

    /// - Throws: 422 for a value that is none.
    private static func choice<Value: RawRepresentable<String>>(
        _ text: String?, else stored: Value
    ) throws(WebError) -> Value {
        guard let text else { return stored }
        guard let value = Value(rawValue: text) else { throw WebError(.unprocessableContent) }
        return value
    }
}

/// The fields of the appearance; those that are absent stay as they are.
private struct AppearanceForm: Decodable {
    var account: String?
    var appearance: String?
    var textSize: String?
}
