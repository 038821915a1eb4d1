/// The sheet that script shows while a page is late, and when it does not come at all.
public struct PendingPage: Sendable {
    public init() {}
}
