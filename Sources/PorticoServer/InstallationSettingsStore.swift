import Configuration
import PorticoBrand
import PorticoViews
import PorticoWeb

import struct PorticoConfig.AppConfig
import struct PorticoConfig.ConfigValues
import typealias PorticoConfig.ConfigVersion

/// The settings of the installation for administrators: the values in force, and stored changes for the next start.
/// The brand changes at once.
struct InstallationSettingsStore: InstallationSettings {
    let options: ServerOptions
    let kept: StoredOptions
    let branding: Branding

    func all() async throws -> [InstallationSetting] {
        let stored = try await kept.stored()
        let valid = stored.values.filter { StoredOptions.problem(with: $0.value, of: $0.key) == nil }
        let next = try ServerOptions(reader: ConfigReader(provider: StoredOptions.provider(valid)))
        let later = Dictionary(uniqueKeysWithValues: next.settings.map { ($0.option, $0.value) })
        let texts = Dictionary(uniqueKeysWithValues: next.installation.map { ($0.key, $0) })
        var current = options
        current.appName = branding.brand.name
        return current.settings.map { setting in
            var setting = setting
            let key = setting.option.rawValue
            guard let option = texts[key], option.canBeKept, !options.isFixed(key) else { return setting }
            setting.text = option.value
            setting.version = stored.versions[key] ?? 0
            setting.range = OptionDefinition.all.first { $0.key == key }?.range.map {
                (OptionRange.text($0.numbers.lowerBound), OptionRange.text($0.numbers.upperBound))
            }
            if let value = later[setting.option], value != setting.value { setting.next = value }
            return setting
        }
    }

    func keep(
        _ text: String?, for option: PorticoViews.InstallationOption, of version: ConfigVersion?
    ) async throws -> Bool {
        do {
            try await kept.set(option.rawValue, to: text, of: version)
        } catch is StoredOptions.Problem {
            return false
        }
        try await loadBrand()
        return true
    }
}

// MARK: The brand

extension InstallationSettingsStore {
    func brand() async throws -> StoredBrand {
        let stored = try await kept.stored()
        return StoredBrand(
            brand: brand(with: stored), fixed: Set(BrandField.allCases.filter { options.isFixed($0.rawValue) }),
            version: Self.version(of: stored))
    }

    func keep(_ brand: Brand?, of version: ConfigVersion?) async throws {
        let fields = BrandField.allCases.filter { !options.isFixed($0.rawValue) }
        let usual = self.usual.brandInForce
        let values = fields.map { field in
            let text = brand.map(field.text(of:)) ?? ""
            return (field.rawValue, text.isEmpty || text == field.text(of: usual) ? nil : text)
        }
        try await kept.set(Dictionary(uniqueKeysWithValues: values), of: version) { Self.version(of: $0) }
        try await loadBrand()
    }

    /// Puts the stored brand in force, also after another process has stored one.
    func loadBrand() async throws {
        try branding.change(to: brand(with: try await kept.stored()))
    }

    /// The brand of the options with the stored parts. A stored value that is not valid is ignored.
    private func brand(with stored: ConfigValues) -> Brand {
        var next = usual
        for definition in OptionDefinition.all {
            guard let field = BrandField(rawValue: definition.key) else { continue }
            if !options.isFixed(field.rawValue), let text = stored.values[field.rawValue],
                StoredOptions.problem(with: text, of: field.rawValue) == nil
            {
                // A path of a mark may stop being readable in between.
                do { try definition.set(&next, text) } catch { continue }
            }
        }
        return next.brandInForce
    }

    /// The options without the parts of the brand that were stored when the server started.
    private var usual: ServerOptions {
        var usual = options
        for field in BrandField.allCases where options.sources[field.rawValue] == .database {
            usual.take(field, from: ServerOptions())
        }
        return usual
    }

    /// The latest version of a stored part of the brand; 0 if there is none.
    private static func version(of stored: ConfigValues) -> ConfigVersion {
        BrandField.allCases.compactMap { stored.versions[$0.rawValue] }.max() ?? 0
    }
}

extension ServerOptions {
    /// Takes a part of the brand from other options.
    fileprivate mutating func take(_ field: BrandField, from other: ServerOptions) {
        switch field {
        case .name: appName = other.appName
        case .mark: brand.mark = other.brand.mark
        case .coverColor: brand.coverColor = other.brand.coverColor
        case .coverColorDark: brand.coverColorDark = other.brand.coverColorDark
        case .accentColor: brand.accentColor = other.brand.accentColor
        case .accentColorDark: brand.accentColorDark = other.brand.accentColorDark
        case .sentence: brand.sentence = other.brand.sentence
        case .helpLink: brand.helpLink = other.brand.helpLink
        case .privacyLink: brand.privacyLink = other.brand.privacyLink
        case .termsLink: brand.termsLink = other.brand.termsLink
        case .imprintLink: brand.imprintLink = other.brand.imprintLink
        case .senderName: brand.senderName = other.brand.senderName
        case .mailFooter: brand.mailFooter = other.brand.mailFooter
        }
    }
}
