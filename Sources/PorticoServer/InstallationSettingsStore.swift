import PorticoBrand
import PorticoConfig
import PorticoFeatures
import PorticoViews

/// The installation settings for administrators: the values in force, which change at once.
struct InstallationSettingsStore: InstallationSettings {
    let running: RunningOptions

    func all() async throws -> [InstallationSetting] {
        try await running.update()
        let options = running.value
        let versions = try await running.kept.stored().versions
        let definitions = Dictionary(uniqueKeysWithValues: OptionDefinition.all.map { ($0.key, $0) })
        return AdministrationOption.allCases.compactMap { option in
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
        _ text: String?, for option: AdministrationOption, of version: ConfigVersion?
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
    func brand(of server: ServerID?) async throws -> StoredBrand {
        try await running.update()
        let options = running.value
        return StoredBrand(
            brand: server.map(options.brandsInForce.brand(of:)) ?? options.brandInForce,
            fixed: Set(BrandField.allCases.filter { options.isFixed($0.key(of: server)) }),
            version: Self.version(ofBrandOf: server, in: try await running.kept.stored()))
    }

    func keep(_ brand: Brand?, of server: ServerID?, version: ConfigVersion?) async throws {
        let options = running.value
        let shared = server == nil ? Brand() : options.brandInForce
        let now =
            server.map { options.serverBrands[$0] ?? BrandParts() }
            ?? BrandParts(of: options.brandInForce, over: shared)
        let parts = brand.map { BrandParts(of: $0, over: shared) }
        let texts = BrandField.allCases.reduce(into: [String: String?]()) { texts, field in
            let key = field.key(of: server)
            guard !options.isFixed(key), parts == nil || parts?.text(field) != now.text(field) else { return }
            texts[key] = .some(parts?.text(field))
        }
        try await running.kept.set(texts, of: version) { Self.version(ofBrandOf: server, in: $0) }
        try await running.update()
    }

    /// The latest version of a stored part of a brand; 0 if there is none.
    private static func version(ofBrandOf server: ServerID?, in stored: ConfigValues) -> ConfigVersion {
        BrandField.allCases.compactMap { stored.versions[$0.key(of: server)] }.max() ?? 0
    }
}

extension BrandField {
    /// The key of the option of the installation, or of a server.
    fileprivate func key(of server: ServerID?) -> String { server.map { key(of: $0) } ?? rawValue }
}
