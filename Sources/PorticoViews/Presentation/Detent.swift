/// A height at which a sheet rests.
public enum Detent: Hashable, Sendable {
    /// Half of the window.
    case medium
    /// The window, less the edge at the top that shows the presenter.
    case large
    /// A part of the window, from 0 to 1. Without script it is the tenth below it.
    case fraction(Double)
    /// A number of CSS pixels. Without script the sheet is as high as its content.
    case height(Int)

    /// As it stands in `data-detents`: `medium`, `large`, `0.35`, `240px`.
    var attribute: String {
        switch self {
        case .medium: "medium"
        case .large: "large"
        case .fraction(let fraction): "\(min(max(fraction, 0.1), 1))"
        case .height(let pixels): "\(max(pixels, 44))px"
        }
    }

    /// What the grabber says of it.
    func name(_ t: Strings) -> String {
        switch self {
        case .medium: t.detentMedium
        case .large: t.detentLarge
        case .fraction(let fraction): t.detentFraction(Int((fraction * 100).rounded()))
        case .height(let pixels): t.detentHeight(pixels)
        }
    }
}
