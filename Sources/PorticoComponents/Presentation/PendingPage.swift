/// The sheet that script shows while a page is loading, or if loading fails.
public struct PendingPage: Sendable {
    /// The style of pages whose links specify none.
    public var style: Presentation.Style

    public init(style: Presentation.Style = .pageSheet) {
        self.style = style
    }
}
