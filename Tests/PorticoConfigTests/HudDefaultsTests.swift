import PorticoConfig
import Testing

@Suite("D4 What the HUD looks like by default")
struct HudDefaultsTests {
    @Test("is black at half, in the middle, and goes only when it is told to")
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

    @Test("is said once for the installation")
    func chosen() {
        let app = AppConfig(hud: HudDefaults(background: "#0a5bd6CC", alignment: .bottom, grace: .milliseconds(300)))
        #expect(app.hud.background == "#0a5bd6CC")
        #expect(app.hud.alignment == .bottom)
        #expect(app.hud.grace == .milliseconds(300))
    }
}
