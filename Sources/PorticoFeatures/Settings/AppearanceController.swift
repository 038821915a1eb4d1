import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Colour theme and text size.
struct AppearanceController: Sendable {
    let root: Root

    func appearance(_ request: Request, _ context: SignedInContext) async throws -> AppearancePage {
        let config = try await root.userConfig(for: context.signIn)
        return AppearancePage(
            display: config.display, account: context.account.id.description, version: config.version)
    }

    func update(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(AppearanceForm.self)
        let config = try await root.userConfig(for: context.signIn)
        let (appearance, textSize) = try form.choice(since: config, isFromScript: request.isFromScript)
        var changes: [ConfigSetting] = []
        if appearance != config.appearance {
            changes.append(try ConfigSetting(UserConfig.appearance, to: appearance))
        }
        if textSize != config.textSize { changes.append(try ConfigSetting(UserConfig.textSize, to: textSize)) }
        let replaced = try await root.config.set(changes, in: .person(context.account.id), seen: form.seen)
        context.tell(ofReplaced: replaced)
        var response = Response.done(.appearance, for: request)
        let display = DisplayPreferences(appearance: appearance, textSize: textSize)
        try root.site.lookCookie.set(LookCookie.Look(display: display, language: config.look.language), on: &response)
        return response
    }
}

/// The fields of the appearance; missing fields stay unchanged.
private struct AppearanceForm: Decodable {
    var appearance: ClearableText?
    var textSize: ClearableText?
    /// The values that the page showed, and the version of their configuration.
    var shownAppearance: String?
    var shownTextSize: String?
    var version: String?

    var seen: ConfigVersion? { version.flatMap { ConfigVersion($0) } }

    /// The person's choice, merged with the values that were stored meanwhile.
    ///
    /// - Throws: 422 for an invalid value.
    func choice(
        since config: UserConfig, isFromScript: Bool
    ) throws(WebError) -> (appearance: Appearance, textSize: TextSizeCategory) {
        let sent = (
            try Self.value(appearance?.value, else: config.appearance),
            try Self.value(textSize?.value, else: config.textSize)
        )
        let shown = (shownAppearance.flatMap(Appearance.init), shownTextSize.flatMap(TextSizeCategory.init))
        return config.merging(sent, shown: shown, seen: seen, isOneChoice: isFromScript)
    }

    private static func value<Value: RawRepresentable<String>>(
        _ text: String?, else stored: Value
    ) throws(WebError) -> Value {
        guard let text else { return stored }
        guard let value = Value(rawValue: text) else { throw WebError(.unprocessableContent) }
        return value
    }
}
