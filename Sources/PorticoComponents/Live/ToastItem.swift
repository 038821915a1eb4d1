import PorticoConfig

/// One toast of a ``Toaster``. A HUD content is rendered as one too, with its text; script removes it and shows the
/// HUD.
public struct ToastItem: Sendable {
    /// See ``Toast/id``.
    var id: String?
    var kind: Toast.Kind
    var text: LocalizedText
    var action: Toast.Action?
    /// See ``Toast/duration``.
    var duration: Double?
    var hud: HudContent?

    /// Whether it shows nothing without script.
    var isSilent: Bool { text.isEmpty }

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
        hud = content
    }
}
