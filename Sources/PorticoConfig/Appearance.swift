/// The colours a person wants to read in.
public enum Appearance: String, Codable, Sendable, CaseIterable {
    /// As the system of the device has it.
    case automatic
    case light
    case dark
}
