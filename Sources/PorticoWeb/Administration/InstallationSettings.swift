import PorticoConfig
import PorticoViews

/// What those who administer can see of the installation, and decide for it.
public protocol InstallationSettings: Sendable {
    /// All settings, as they are in force and as they will be after the next start.
    func all() async throws -> [InstallationSetting]
    /// Keeps a value, as it is typed, or nothing, for the next start.
    ///
    /// - Parameter version: of the setting that was changed; nil where it does not matter.
    /// - Returns: whether it is a value of this option.
    /// - Throws: ``ConfigError/changedMeanwhile(keys:)`` where somebody else kept another value after that version.
    func keep(_ text: String?, for option: InstallationOption, of version: ConfigVersion?) async throws -> Bool
}

/// For a front door by itself, which knows nothing of how it was put together.
public struct NoSettings: InstallationSettings {
    public init() {}

    public func all() -> [InstallationSetting] { [] }

    public func keep(_ text: String?, for option: InstallationOption, of version: ConfigVersion?) -> Bool { false }
}
