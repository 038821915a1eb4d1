/// The spinner that is shown while work is in progress.
public struct ActivityIndicator: Sendable {
    public init() {}
}
