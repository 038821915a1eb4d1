/// A height at which a sheet rests.
public enum Detent: Hashable, Sendable {
    /// Half of the window.
    case medium
    /// The window, less the strip at the top that shows the presenter.
    case large
    /// A fraction of the window, from 0 to 1. Without script it is rounded down to a tenth.
    case fraction(Double)
    /// A height in CSS pixels. Without script it is 15 rem.
    case height(Int)

    /// The value in `data-detents`: `medium`, `large`, `0.35`, `240px`.
    var attribute: String {
        switch self {
        case .medium: "medium"
        case .large: "large"
        case .fraction(let fraction): "\(min(max(fraction, 0.1), 1))"
        case .height(let pixels): "\(max(pixels, 44))px"
        }
    }

    /// The name that the grabber announces.
    func name(_ t: Strings) -> String {
        switch self {
        case .medium: t.detentMedium
        case .large: t.detentLarge
        case .fraction(let fraction): t.detentFraction(Int((fraction * 100).rounded()))
        case .height(let pixels): t.detentHeight(pixels)
        }
    }
}
