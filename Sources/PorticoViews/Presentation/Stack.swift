import PorticoHTML

/// A page and the pages presented over it: what the main screen holds.
public struct Stack<Root: HTMLRenderable>: Sendable {
    /// The page at the bottom.
    public var root: Root
    /// Bottom to top; all but the last are covered.
    public let layers: [Layer]
    /// What is shown where the person is: in the topmost layer, or at the bottom where there is none.
    public var notices: Notices

    public init(root: Root, layers: [Layer] = [], notices: Notices = Notices()) {
        self.root = root
        self.notices = notices
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
