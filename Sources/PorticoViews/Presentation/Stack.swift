import PorticoHTML

/// A page and the pages presented over it: what the main screen holds.
public struct Stack<Root: HTMLRenderable>: Sendable {
    /// The page at the bottom.
    public var root: Root
    /// Bottom to top; all but the last are covered.
    public let layers: [Layer]

    public init(root: Root, layers: [Layer] = []) {
        self.root = root
        self.layers = layers.enumerated().map { index, layer in
            var layer = layer
            layer.isCovered = index < layers.count - 1
            return layer
        }
    }
}
