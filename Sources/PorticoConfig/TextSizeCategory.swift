/// The size a person wants to read in. Text, rows and sheets grow with it.
public enum TextSizeCategory: String, Codable, Sendable, CaseIterable {
    case xs = "XS"
    case s = "S"
    case m = "M"
    /// What everybody has who has not chosen.
    case l = "L"
    case xl = "XL"
    case xxl = "XXL"
    case xxxl = "XXXL"
}
