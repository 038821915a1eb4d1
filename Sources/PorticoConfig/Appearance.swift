/// A person's choice of colour scheme.
public enum Appearance: String, Codable, Sendable, CaseIterable {
    /// Follows the system of the device.
    case automatic
    case light
    case dark
}
