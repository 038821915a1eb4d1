/// A person's choice of text size. Rows and sheets scale with it.
public enum TextSizeCategory: String, Codable, Sendable, CaseIterable {
    case xs = "XS"
    case s = "S"
    case m = "M"
    /// The default.
    case l = "L"
    case xl = "XL"
    case xxl = "XXL"
    case xxxl = "XXXL"
}
