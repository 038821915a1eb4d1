import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// How a person wants everything to look.
struct AppearanceController: Sendable {
    let root: Root

    func appearance(_ request: Request, _ context: SignedInContext) async throws -> AppearancePage {
        let config = try await root.userConfig(for: context.signIn)
        return AppearancePage(
            display: config.display, account: context.account.id.description, version: config.version)
    }

    func update(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await FormReader.read(AppearanceForm.self, from: request).form
        try context.require(form.account)
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
        try root.site.displayCookie.set(display, on: &response)
        return response
    }
}

/// The fields of the appearance; those that are absent stay as they are.
private struct AppearanceForm: Decodable {
    var account: String?
    var appearance: String?
    var textSize: String?
    /// What the page showed, and of which version of the configuration that was.
    var shownAppearance: String?
    var shownTextSize: String?
    var version: String?

    var seen: ConfigVersion? { version.flatMap { ConfigVersion($0) } }

    /// What the person chose. The form is always sent whole, and may be older than what is stored: what the person left as it
    /// was is none of theirs.
    ///
    /// - Throws: 422 for a value that is none.
    func choice(
        since config: UserConfig, isFromScript: Bool
    ) throws(WebError) -> (appearance: Appearance, textSize: TextSizeCategory) {
        var appearance = try Self.value(appearance, else: config.appearance)
        var textSize = try Self.value(textSize, else: config.textSize)
        guard isFromScript else {
            if appearance.rawValue == shownAppearance { appearance = config.appearance }
            if textSize.rawValue == shownTextSize { textSize = config.textSize }
            return (appearance, textSize)
        }
        // Script sends it at every choice, so that of two that differ one is somebody else's: that which is newer.
        guard appearance != config.appearance, textSize != config.textSize, let seen else {
            return (appearance, textSize)
        }
        let areNewer = (
            config.version(of: UserConfig.appearance) > seen, config.version(of: UserConfig.textSize) > seen
        )
        switch areNewer {
        case (true, false): return (config.appearance, textSize)
        case (false, true): return (appearance, config.textSize)
        case (false, false): return (appearance, textSize)
        case (true, true):
            // Both are: then that is which the page shows as it did from the beginning.
            switch (appearance.rawValue == shownAppearance, textSize.rawValue == shownTextSize) {
            case (true, false): return (config.appearance, textSize)
            case (false, true): return (appearance, config.textSize)
            default: return (appearance, textSize)
            }
        }
    }

    private static func value<Value: RawRepresentable<String>>(
        _ text: String?, else stored: Value
    ) throws(WebError) -> Value {
        guard let text else { return stored }
        guard let value = Value(rawValue: text) else { throw WebError(.unprocessableContent) }
        return value
    }
}
