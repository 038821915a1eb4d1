/// What a page shows beside its content because the server put it there. Without script it stands in the page.
public struct Notices: Hashable, Sendable {
    public var toasts: [Toast]
    public var huds: [HudContent]

    public init(toasts: [Toast] = [], huds: [HudContent] = []) {
        self.toasts = toasts
        self.huds = huds
    }

    public var isEmpty: Bool { toasts.isEmpty && huds.isEmpty }
}
