import PorticoConfig
import PorticoViews

/// The settings of the installation that administrators can see and change.
public protocol InstallationSettings: Sendable {
    /// All settings, with their current value and their value from the next start on.
    func all() async throws -> [InstallationSetting]
    /// Stores a value for the next start.
    ///
    /// - Parameters:
    ///   - text: the value as input text; nil for the default.
    ///   - version: the version of the edited setting; nil to overwrite any version.
    /// - Returns: whether the value is valid for this option.
    /// - Throws: ``ConfigError/changedMeanwhile(keys:)`` if another value was stored after that version.
    func keep(_ text: String?, for option: InstallationOption, of version: ConfigVersion?) async throws -> Bool
}

/// For a front door that is not part of a complete server.
public struct NoSettings: InstallationSettings {
    /// No settings.
    public init() {}

    public func all() -> [InstallationSetting] { [] }

    public func keep(_ text: String?, for option: InstallationOption, of version: ConfigVersion?) -> Bool { false }
}
