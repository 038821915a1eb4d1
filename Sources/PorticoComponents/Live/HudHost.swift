/// The templates from which script creates the HUD and toasts.
public struct HudHost: Sendable {
    public init() {}
}
