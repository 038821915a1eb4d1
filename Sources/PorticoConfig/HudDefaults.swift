/// How the HUD looks and moves where what it shows does not say: set once for the installation.
public struct HudDefaults: Hashable, Sendable {
    /// The easing functions of CSS.
    public enum Curve: String, Sendable, CaseIterable {
        case linear, ease, easeIn, easeOut, easeInOut
    }

    /// What changes while something comes and goes.
    public enum Effect: String, Sendable, CaseIterable {
        case opacity, scale, moveTop, moveLeading, moveBottom, moveTrailing
    }

    /// The nine places of the window.
    public enum Alignment: String, Sendable, CaseIterable {
        case topLeading, top, topTrailing
        case leading, center, trailing
        case bottomLeading, bottom, bottomTrailing
    }

    /// An edge of the window.
    public enum Edge: String, Sendable, CaseIterable {
        case top, leading, bottom, trailing
    }

    /// The colour over the window, `#rrggbbaa`.
    public let background: String
    /// Whether a click outside, or Escape, hides what is topmost.
    public let interactiveHide: Bool
    public let curve: Curve
    /// How long coming and going take.
    public let duration: Duration
    public let transition: Set<Effect>
    public let alignment: Alignment
    /// The edges at which it may lie under what the device covers.
    public let ignoresSafeAreaEdges: Set<Edge>
    /// How long something must take before it is shown at all.
    public let grace: Duration
    /// The least time for which something is shown.
    public let minimum: Duration

    public init(
        background: String = "#00000080",
        interactiveHide: Bool = false,
        curve: Curve = .linear,
        duration: Duration = .milliseconds(100),
        transition: Set<Effect> = [.opacity, .scale],
        alignment: Alignment = .center,
        ignoresSafeAreaEdges: Set<Edge> = [],
        grace: Duration = .zero,
        minimum: Duration = .zero
    ) {
        let digits = background.dropFirst()
        precondition(
            background.first == "#" && digits.utf8.count == 8 && digits.allSatisfy(\.isHexDigit),
            "the HUD's background is not like #rrggbbaa: \(background)")
        self.background = background
        self.interactiveHide = interactiveHide
        self.curve = curve
        self.duration = duration
        self.transition = transition
        self.alignment = alignment
        self.ignoresSafeAreaEdges = ignoresSafeAreaEdges
        self.grace = grace
        self.minimum = minimum
    }
}
