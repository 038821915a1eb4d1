import Configuration
import PorticoViews
import PorticoWeb

import struct PorticoConfig.AppConfig
import typealias PorticoConfig.ConfigVersion

/// The installation settings for administrators: the values in force, and stored changes for the next start.
struct InstallationSettingsStore: InstallationSettings {
    let running: RunningOptions

    func all() async throws -> [InstallationSetting] {
        let options = running.value
        let stored = try await running.kept.stored()
        let valid = stored.values.filter { StoredOptions.problem(with: $0.value, of: $0.key) == nil }
        let next = try ServerOptions(reader: ConfigReader(provider: StoredOptions.provider(valid)))
        let later = Dictionary(uniqueKeysWithValues: next.settings.map { ($0.option, $0.value) })
        let texts = Dictionary(uniqueKeysWithValues: next.installation.map { ($0.key, $0) })
        let definitions = Dictionary(uniqueKeysWithValues: OptionDefinition.all.map { ($0.key, $0) })
        return options.settings.map { setting in
            var setting = setting
            let key = setting.option.rawValue
            guard let option = texts[key], option.canBeKept, !options.isFixed(key) else { return setting }
            setting.text = option.value
            setting.version = stored.versions[key] ?? 0
            setting.range = definitions[key]?.range?.numbers
            setting.needsRestart = definitions[key]?.isLive == false
            if let value = later[setting.option], value != setting.value { setting.next = value }
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
