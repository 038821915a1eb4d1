import Foundation
import PorticoBytes
import PorticoConfig
import PorticoHTML

/// Colour theme, text size, language and time zone; a choice takes effect at once.
package struct AppearancePage: Presentable, Sendable {
    package var display: DisplayPreferences
    /// The languages to choose from.
    package var languages: [Language]
    /// The tag of the chosen language; nil to follow the browser.
    package var language: String?
    /// The identifier of the chosen time zone; nil to follow the browser.
    package var zone: String?
    /// The account that the page is rendered for.
    package var account: String
    /// The version of the shown configuration.
    package var version: Int64

    package let presentation = Presentation(detents: [.medium, .large])
    package let presenter = SitePath.settings

    package init(
        display: DisplayPreferences, languages: [Language] = [], language: String? = nil, zone: String? = nil,
        account: String, version: Int64 = 0
    ) {
        self.display = display
        self.languages = languages
        self.language = language
        self.zone = zone
        self.account = account
        self.version = version
    }

    package func title(in language: String) -> String { Strings(language: language).appearance }

    /// The shown values. The server uses them to distinguish the person's changes from changes made elsewhere.
    var shown: HiddenFields {
        HiddenFields([
            ("version", "\(version)"), ("shownAppearance", display.appearance.rawValue),
            ("shownTextSize", display.textSize.rawValue), ("shownLanguage", language ?? Self.automatic),
            ("shownTimeZone", zone ?? Self.automatic),
        ])
    }

    /// The value of the choice to follow the browser.
    package static let automatic = "automatic"

    func languages(_ t: Strings) -> ChoiceGroup {
        let automatic = ChoiceGroup.Choice(value: Self.automatic, title: t.languageAutomatic)
        return ChoiceGroup(
            name: "language", header: t.languageHeader,
            choices: [automatic] + languages.map { ChoiceGroup.Choice(value: $0.tag, title: $0.name, language: $0) },
            selection: language ?? Self.automatic, config: "language")
    }

    func zones(_ t: Strings) -> Field {
        let automatic = Field.Option(value: Self.automatic, title: t.timeZoneAutomatic)
        let groups = [Field.OptionGroup(title: "", options: [automatic])] + Self.zones(and: zone)
        return Field(
            id: "timeZone", kind: .select(groups: groups), label: t.timeZone, value: zone ?? Self.automatic,
            isRequired: false)
    }

    /// The zones to choose from by region, and the chosen one, which may have another name: `America` with `Port of Spain`.
    private static func zones(and chosen: String?) -> [Field.OptionGroup] {
        let known = TimeZone.knownTimeZoneIdentifiers
        let all = (known + [chosen].compactMap(\.self).filter { !known.contains($0) }).sorted()
        var groups: [Field.OptionGroup] = []
        for zone in all {
            let slash = zone.utf8.firstIndex(of: UInt8(ascii: "/"))
            let region = slash.map { String(zone[..<$0]) } ?? zone
            let place = slash.map { String(zone[zone.utf8.index(after: $0)...]) } ?? zone
            if groups.last?.title != region {
                groups.append(Field.OptionGroup(title: region, options: [], language: Language.source.tag))
            }
            groups[groups.count - 1].options.append(
                Field.Option(value: zone, title: place.replacing(bytes: "_", with: " ")))
        }
        return groups
    }

    func themes(_ t: Strings) -> ChoiceGroup {
        ChoiceGroup(
            name: "appearance", header: t.theme,
            choices: Appearance.allCases.map { ChoiceGroup.Choice(value: $0.rawValue, title: $0.title(t)) },
            selection: display.appearance.rawValue, config: "appearance")
    }

    func textSizes(_ t: Strings) -> ChoiceGroup {
        ChoiceGroup(
            name: "textSize", header: t.textSize,
            choices: TextSizeCategory.allCases.map { ChoiceGroup.Choice(value: $0.rawValue, title: $0.title(t)) },
            selection: display.textSize.rawValue, config: "textSize")
    }
}

extension Appearance {
    func title(_ t: Strings) -> String {
        switch self {
        case .automatic: t.themeAutomatic
        case .light: t.themeLight
        case .dark: t.themeDark
        }
    }
}

extension TextSizeCategory {
    func title(_ t: Strings) -> String {
        switch self {
        case .xs: t.textSizeXS
        case .s: t.textSizeS
        case .m: t.textSizeM
        case .l: t.textSizeL
        case .xl: t.textSizeXL
        case .xxl: t.textSizeXXL
        case .xxxl: t.textSizeXXXL
        }
    }
}
