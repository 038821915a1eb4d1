/// The text-size categories of the design, from 14 to 23 px for one `rem`.
public enum TextSize: String, Sendable, CaseIterable {
    case xs = "XS"
    case s = "S"
    case m = "M"
    case l = "L"
    case xl = "XL"
    case xxl = "XXL"
    case xxxl = "XXXL"
}
