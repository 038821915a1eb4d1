import PorticoHTML

/// A root page and the pages presented over it: the content of the main screen.
public struct Stack<Root: HTMLRenderable>: Sendable {
    /// The root page.
    public var root: Root
    /// Bottom to top; all but the last are covered.
    public let layers: [Layer]
    /// The toasts and HUDs, shown in the topmost layer or, without layers, on the root page.
    public var notices: Notices
    /// The style used for ``Presentation/Style/automatic`` while a page loads.
    public var automaticStyle: Presentation.Style

    public init(
        root: Root, layers: [Layer] = [], notices: Notices = Notices(),
        automaticStyle: Presentation.Style = .pageSheet
    ) {
        self.root = root
        self.notices = notices
        self.automaticStyle = automaticStyle
        self.layers = layers.enumerated().map { index, layer in
            var layer = layer
            layer.isCovered = index < layers.count - 1
            return layer
        }
    }

    var shownLayers: [Layer] {
        guard !notices.isEmpty, var top = layers.last else { return layers }
        top.notices.append(notices)
        return layers.dropLast() + [top]
    }
}
