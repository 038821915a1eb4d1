/// The spinner of work in progress.
public struct ActivityIndicator: Sendable {
    public init() {}
}
