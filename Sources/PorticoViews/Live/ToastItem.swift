/// One toast of a ``Toaster``. What is meant for the HUD stands there too, as its text: script takes it out and shows it.
public struct ToastItem: Sendable {
    /// As ``Toast/id``.
    var id: String?
    var kind: Toast.Kind
    var text: String
    var action: Toast.Action?
    /// As ``Toast/duration``.
    var duration: Double?
    /// What the HUD shows, as JSON.
    var hud: String?

    public init(_ toast: Toast) {
        id = toast.id
        kind = toast.kind
        text = toast.text
        action = toast.action
        duration = toast.duration?.written
    }

    public init(_ content: HudContent) {
        kind =
            switch content.kind {
            case .success: .success
            case .failure: .failure
            case .info, .activity, .progress, .custom: .info
            }
        text = content.text ?? ""
        hud = CompactJSON.text(content)
    }
}
