/// What a page shows beside its content because the server put it there. Without script it stands in the page.
public struct Notices: Hashable, Sendable {
    public var toasts: [Toast]
    public var huds: [HudContent]

    public init(toasts: [Toast] = [], huds: [HudContent] = []) {
        self.toasts = toasts
        self.huds = huds
    }

    public var isEmpty: Bool { toasts.isEmpty && huds.isEmpty }

    /// Adds others, in the place of those with their ids.
    public mutating func append(_ others: Notices) {
        for toast in others.toasts {
            if let id = toast.id { toasts.removeAll { $0.id == id } }
            toasts.append(toast)
        }
        for content in others.huds {
            huds.removeAll { $0.id == content.id }
            huds.append(content)
        }
    }
}
