import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Colour theme, text size, language and time zone.
struct AppearanceController: Sendable {
    let root: Root

    func appearance(_ request: Request, _ context: SignedInContext) async throws -> AppearancePage {
        let config = try await root.userConfig(for: context.signIn)
        return AppearancePage(
            display: config.display, languages: root.site.languageChoices, language: config.look.language,
            zone: config[UserConfig.chosenTimeZone], account: context.account.id.description, version: config.version)
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
        let language = try form.language(since: config)
        if language != config.language { changes.append(try ConfigSetting(UserConfig.language, to: language)) }
        let zone = try form.zone(since: config)
        if zone != config[UserConfig.chosenTimeZone] {
            changes.append(try ConfigSetting(UserConfig.chosenTimeZone, to: zone))
        }
        let replaced = try await root.config.set(changes, in: .person(context.account.id), seen: form.seen)
        context.tell(ofReplaced: replaced)
        var response = Response.done(.appearance, for: request)
        let display = DisplayPreferences(appearance: appearance, textSize: textSize)
        try root.site.lookCookie.set(LookCookie.Look(display: display, language: language), on: &response)
        return response
    }
}

/// The fields of the appearance; missing fields stay unchanged.
private struct AppearanceForm: Decodable {
    var appearance: ClearableText?
    var textSize: ClearableText?
    var language: ClearableText?
    var timeZone: ClearableText?
    /// The values that the page showed, and the version of their configuration.
    var shownAppearance: String?
    var shownTextSize: String?
    var shownLanguage: String?
    var shownTimeZone: String?
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

    /// The tag of the chosen language, unless the person left the choice as it was; nil to follow the browser.
    ///
    /// - Throws: 422 for an unknown language.
    func language(since config: UserConfig) throws(WebError) -> String? {
        guard let tag = language?.value, shownLanguage.map({ !$0.isSameBytes(as: tag) }) ?? true else {
            return config.look.language
        }
        if tag.isSameBytes(as: AppearancePage.automatic) { return nil }
        guard let language = Language(offered: tag) else { throw WebError(.unprocessableContent) }
        return language.tag
    }

    /// The identifier of the chosen time zone, unless the person left the choice as it was; nil to follow the browser.
    ///
    /// - Throws: 422 for an unknown zone.
    func zone(since config: UserConfig) throws(WebError) -> String? {
        guard let name = timeZone?.value, shownTimeZone.map({ !$0.isSameBytes(as: name) }) ?? true else {
            return config[UserConfig.chosenTimeZone]
        }
        if name.isSameBytes(as: AppearancePage.automatic) { return nil }
        guard UserConfig.chosenTimeZone.isValid(name) else { throw WebError(.unprocessableContent) }
        return name
    }

    private static func value<Value: RawRepresentable<String>>(
        _ text: String?, else stored: Value
    ) throws(WebError) -> Value {
        guard let text else { return stored }
        guard let value = Value(rawValue: text) else { throw WebError(.unprocessableContent) }
        return value
    }
}
