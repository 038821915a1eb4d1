/// The sheet that script shows while a page is loading, or if loading fails.
public struct PendingPage: Sendable {
    public init() {}
}
