/// What script makes the HUD and its toasts from.
public struct HudHost: Sendable {
    public init() {}
}
