import PorticoConfig
import Testing

@Suite("D4 The default look of the HUD")
struct HudDefaultsTests {
    @Test("is half-transparent black, in the middle, and stays until it is hidden")
    func defaults() {
        let hud = AppConfig().hud
        #expect(hud == HudDefaults())
        #expect(hud.background == "#00000080")
        #expect(!hud.interactiveHide)
        #expect(hud.curve == .linear)
        #expect(hud.duration == .milliseconds(100))
        #expect(hud.transition == [.opacity, .scale])
        #expect(hud.alignment == .center)
        #expect(hud.ignoresSafeAreaEdges.isEmpty)
        #expect(hud.grace == .zero && hud.minimum == .zero)
    }

    @Test("is configured once for the installation")
    func chosen() {
        let app = AppConfig(hud: HudDefaults(background: "#0a5bd6CC", alignment: .bottom, grace: .milliseconds(300)))
        #expect(app.hud.background == "#0a5bd6CC")
        #expect(app.hud.alignment == .bottom)
        #expect(app.hud.grace == .milliseconds(300))
    }
}
