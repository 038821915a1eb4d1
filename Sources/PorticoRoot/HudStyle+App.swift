import PorticoConfig
import PorticoViews

extension HudStyle {
    /// The defaults of the installation.
    init(_ defaults: HudDefaults) {
        self.init()
        background = HudColor(hex: defaults.background) ?? background
        interactiveHide = defaults.interactiveHide
        animation = HudContent.Animation(curve: defaults.curve, duration: defaults.duration.inSeconds)
        transition = HudContent.Transition(
            HudDefaults.Effect.allCases.filter(defaults.transition.contains)
                .compactMap { HudContent.Transition(name: $0.rawValue) })
        alignment = defaults.alignment
        ignoresSafeAreaEdges = HudDefaults.Edge.allCases.filter(defaults.ignoresSafeAreaEdges.contains)
        grace = defaults.grace.inSeconds
        minimum = defaults.minimum.inSeconds
    }
}

extension Duration {
    fileprivate var inSeconds: Double { self / .seconds(1) }
}
