import PorticoBytes

/// The installation's defaults for the HUD's appearance and animation.
public struct HudDefaults: Hashable, Sendable {
    /// CSS easing functions.
    public enum Curve: String, Codable, Sendable, CaseIterable {
        case linear, ease, easeIn, easeOut, easeInOut
    }

    /// A property animated while the HUD appears and disappears.
    public enum Effect: String, Sendable, CaseIterable {
        case opacity, scale, moveTop, moveLeading, moveBottom, moveTrailing
    }

    /// The nine positions in the window, relative to the reading direction.
    public enum Alignment: String, Codable, Sendable, CaseIterable {
        case topLeading, top, topTrailing
        case leading, center, trailing
        case bottomLeading, bottom, bottomTrailing
    }

    /// An edge of the window, relative to the reading direction.
    public enum Edge: String, Codable, Sendable, CaseIterable {
        case top, leading, bottom, trailing
    }

    /// The colour of the overlay behind the HUD, `#rrggbbaa`.
    public let background: String
    /// Whether a click outside or Escape hides the topmost content.
    public let interactiveHide: Bool
    /// The easing of the animation.
    public let curve: Curve
    /// Duration of appearing and disappearing.
    public let duration: Duration
    /// The properties animated while it appears and disappears.
    public let transition: Set<Effect>
    /// The position in the window.
    public let alignment: Alignment
    /// The edges at which the HUD may extend into the unsafe area.
    public let ignoresSafeAreaEdges: Set<Edge>
    /// Minimum duration of an operation before the HUD appears.
    public let grace: Duration
    /// Minimum time the HUD stays visible.
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
        let digits = background.dropping(prefix: "#") ?? ""
        precondition(
            digits.utf8.count == 8 && digits.utf8.allSatisfy(\.isASCIIHexDigit),
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
