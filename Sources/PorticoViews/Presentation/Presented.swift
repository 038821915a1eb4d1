import PorticoHTML

/// One layer: a dim and a dialog with a page in it, over the layers and the presenter before it. Dialogs are siblings. An
/// open one is a working modal page before, or without, any script.
public struct Presented<Content: Presentable>: Sendable {
    public var content: Content
    /// Where the page is among others; nil for the cover, which has no address and covers everything.
    public var layer: Layer?

    public init(_ content: Content, layer: Layer? = nil) {
        self.content = content
        self.layer = layer
    }

    var presentation: Presentation { content.presentation }

    var style: Presentation.Style {
        presentation.style == .automatic ? layer?.automaticStyle ?? .pageSheet : presentation.style
    }

    var detents: String { presentation.detents.map(\.attribute).joined(separator: " ") }

    func detentNames(_ t: Strings) -> [String] { presentation.detents.map { $0.name(t) } }

    /// Whether there is anything to drag it by, at some width.
    var hasGrabber: Bool {
        switch style {
        case .automatic, .pageSheet, .formSheet: presentation.compactAdaptation != .fullScreen
        case .popover: presentation.compactAdaptation == .sheet
        case .fullScreen, .overFullScreen, .currentContext, .confirmationDialog: false
        }
    }
}

extension Presentation.DismissPolicy {
    /// As it stands in `data-dismiss`.
    var attribute: String {
        [(Self.drag, "drag"), (.escape, "escape"), (.backdrop, "backdrop")]
            .filter { contains($0.0) }.map(\.1).joined(separator: " ")
    }
}
