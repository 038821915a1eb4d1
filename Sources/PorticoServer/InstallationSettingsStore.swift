import PorticoBrand
import PorticoViews
import PorticoWeb

import struct PorticoConfig.AppConfig
import struct PorticoConfig.ConfigValues
import typealias PorticoConfig.ConfigVersion

/// The installation settings for administrators: the values in force, which change at once.
struct InstallationSettingsStore: InstallationSettings {
    let running: RunningOptions

    func all() async throws -> [InstallationSetting] {
        try await running.update()
        let options = running.value
        let versions = try await running.kept.stored().versions
        let definitions = Dictionary(uniqueKeysWithValues: OptionDefinition.all.map { ($0.key, $0) })
        return PorticoViews.InstallationOption.allCases.compactMap { option in
            guard let definition = definitions[option.rawValue], var setting = definition.setting(in: options) else {
                return nil
            }
            guard definition.isLive, !options.isFixed(definition.key) else { return setting }
            setting.text = definition.text(options)
            setting.version = versions[definition.key] ?? 0
            setting.range = definition.range?.numbers
            return setting
        }
    }

    func keep(
        _ text: String?, for option: PorticoViews.InstallationOption, of version: ConfigVersion?
    ) async throws -> Bool {
        do {
            try await running.kept.set(option.rawValue, to: text, of: version)
        } catch is StoredOptions.Problem {
            return false
        }
        try await running.update()
        return true
    }
}

// MARK: The brand

extension InstallationSettingsStore {
    func brand() async throws -> StoredBrand {
        try await running.update()
        let options = running.value
        return StoredBrand(
            brand: options.brandInForce,
            fixed: Set(BrandField.allCases.filter { options.isFixed($0.rawValue) }),
            version: Self.brandVersion(of: try await running.kept.stored()))
    }

    func keep(_ brand: Brand?, of version: ConfigVersion?) async throws {
        let options = running.value
        let now = options.brandInForce
        let texts = BrandField.allCases.reduce(into: [String: String?]()) { texts, field in
            guard !options.isFixed(field.rawValue) else { return }
            guard let brand else { return texts[field.rawValue] = .some(nil) }
            let text = field.text(of: brand)
            if text != field.text(of: now) { texts[field.rawValue] = .some(text.isEmpty ? nil : text) }
        }
        try await running.kept.set(texts, of: version) { Self.brandVersion(of: $0) }
        try await running.update()
    }

    /// The latest version of a stored part of the brand; 0 if there is none.
    private static func brandVersion(of stored: ConfigValues) -> ConfigVersion {
        BrandField.allCases.compactMap { stored.versions[$0.rawValue] }.max() ?? 0
    }
}
