/// The toasts and HUDs that the server adds to a page. They are visible without script.
public struct Notices: Hashable, Codable, Sendable {
    public var toasts: [Toast]
    public var huds: [HudContent]

    public init(toasts: [Toast] = [], huds: [HudContent] = []) {
        self.toasts = toasts
        self.huds = huds
    }

    public var isEmpty: Bool { toasts.isEmpty && huds.isEmpty }

    /// The notices for a page rendered for `account`, with this account in the forms of toasts.
    package func on(pageOf account: String) -> Notices {
        Notices(toasts: toasts.map { $0.on(pageOf: account) }, huds: huds)
    }

    /// Appends others, replacing those with the same ids.
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
