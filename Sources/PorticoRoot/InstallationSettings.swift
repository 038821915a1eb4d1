import PorticoBrand
import PorticoConfig
import PorticoViews

/// The settings of the installation that administrators can see and change.
package protocol InstallationSettings: Sendable {
    /// All settings with the values in force.
    func all() async throws -> [InstallationSetting]
    /// Stores a value and puts it in force at once.
    ///
    /// - Parameters:
    ///   - text: the value as input text; nil for the default.
    ///   - version: the version of the edited setting; nil to overwrite any version.
    /// - Returns: whether the value is valid for this option.
    /// - Throws: ``ConfigError/changedMeanwhile(keys:)`` if another value was stored after that version.
    func keep(_ text: String?, for option: AdministrationOption, of version: ConfigVersion?) async throws -> Bool
    /// The stored brand.
    ///
    /// - Parameter server: one of several servers; nil for the installation.
    func brand(of server: ServerID?) async throws -> StoredBrand
    /// Stores a brand and puts it in force at once. Its fixed parts stay as they are. Of a server's brand, only the
    /// parts that differ from the brand of the installation are stored.
    ///
    /// - Parameters:
    ///   - brand: nil for the default.
    ///   - server: one of several servers; nil for the installation.
    ///   - version: the version of the edited brand; nil to overwrite any version.
    /// - Throws: ``ConfigError/changedMeanwhile(keys:)`` if another brand was stored after that version.
    func keep(_ brand: Brand?, of server: ServerID?, version: ConfigVersion?) async throws
}

/// The brand as administrators edit it.
package struct StoredBrand: Sendable {
    package var brand: Brand
    /// The parts that command line, environment or file set.
    package var fixed: Set<BrandField>
    /// The latest version of its parts; 0 if none is stored.
    package var version: ConfigVersion

    package init(brand: Brand, fixed: Set<BrandField> = [], version: ConfigVersion = 0) {
        self.brand = brand
        self.fixed = fixed
        self.version = version
    }
}

/// Settings for a front door that is not part of a complete server.
package struct NoSettings: InstallationSettings {
    /// No settings.
    package init() {}

    package func all() -> [InstallationSetting] { [] }

    package func keep(_ text: String?, for option: AdministrationOption, of version: ConfigVersion?) -> Bool { false }

    package func brand(of server: ServerID?) -> StoredBrand {
        StoredBrand(brand: Brand(), fixed: Set(BrandField.allCases))
    }

    package func keep(_ brand: Brand?, of server: ServerID?, version: ConfigVersion?) {}
}
