/// One layer: a backdrop and a dialog with a page, over the previous layers and the presenter. Dialogs are siblings. An
/// open dialog is modal without script.
public struct Presented<Content: Presentable>: Sendable {
    public var content: Content
    /// The layer of the page; nil for the cover, which has no path and covers everything.
    public var layer: Layer?

    public init(_ content: Content, layer: Layer? = nil) {
        self.content = content
        self.layer = layer
    }

    var presentation: Presentation { content.presentation }

    var style: Presentation.Style {
        presentation.style == .automatic ? layer?.automaticStyle ?? .pageSheet : presentation.style
    }

    var dismissPolicy: Presentation.DismissPolicy { presentation.dismissPolicy ?? style.dismissPolicy }

    var detents: String { presentation.detents.map(\.attribute).joined(separator: " ") }

    func detentNames(_ t: Strings) -> [String] { presentation.detents.map { $0.name(t) } }

    /// Whether the page has a grabber in some width.
    var hasGrabber: Bool {
        switch style {
        case .automatic, .pageSheet, .formSheet: presentation.compactAdaptation != .fullScreen
        case .popover: presentation.compactAdaptation == .sheet
        case .fullScreen, .overFullScreen, .currentContext, .confirmationDialog: false
        }
    }
}

extension Presentation.DismissPolicy {
    /// The value in `data-dismiss`.
    var attribute: String {
        [(Self.drag, "drag"), (.escape, "escape"), (.backdrop, "backdrop")]
            .filter { contains($0.0) }.map(\.1).joined(separator: " ")
    }
}
