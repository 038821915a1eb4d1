import PorticoConfig
import PorticoViews

extension HudStyle {
    /// The defaults of the installation.
    init(_ defaults: HudDefaults) {
        self.init()
        background = HudColor(hex: defaults.background) ?? background
        interactiveHide = defaults.interactiveHide
        animation = HudContent.Animation(curve: .init(defaults.curve), duration: defaults.duration.inSeconds)
        transition = HudContent.Transition(
            HudDefaults.Effect.allCases.filter(defaults.transition.contains).map(HudContent.Transition.init))
        alignment = HudContent.Alignment(defaults.alignment)
        ignoresSafeAreaEdges = HudDefaults.Edge.allCases.filter(defaults.ignoresSafeAreaEdges.contains)
            .map(HudContent.Edge.init)
        grace = defaults.grace.inSeconds
        minimum = defaults.minimum.inSeconds
    }
}

extension HudContent.Animation.Curve {
    fileprivate init(_ curve: HudDefaults.Curve) {
        self =
            switch curve {
            case .linear: .linear
            case .ease: .ease
            case .easeIn: .easeIn
            case .easeOut: .easeOut
            case .easeInOut: .easeInOut
            }
    }
}

extension HudContent.Transition {
    fileprivate init(_ effect: HudDefaults.Effect) {
        self =
            switch effect {
            case .opacity: .opacity
            case .scale: .scale
            case .moveTop: .move(.top)
            case .moveLeading: .move(.leading)
            case .moveBottom: .move(.bottom)
            case .moveTrailing: .move(.trailing)
            }
    }
}

extension HudContent.Alignment {
    fileprivate init(_ alignment: HudDefaults.Alignment) {
        self =
            switch alignment {
            case .topLeading: .topLeading
            case .top: .top
            case .topTrailing: .topTrailing
            case .leading: .leading
            case .center: .center
            case .trailing: .trailing
            case .bottomLeading: .bottomLeading
            case .bottom: .bottom
            case .bottomTrailing: .bottomTrailing
            }
    }
}

extension HudContent.Edge {
    fileprivate init(_ edge: HudDefaults.Edge) {
        self =
            switch edge {
            case .top: .top
            case .leading: .leading
            case .bottom: .bottom
            case .trailing: .trailing
            }
    }
}

extension Duration {
    fileprivate var inSeconds: Double { self / .seconds(1) }
}
