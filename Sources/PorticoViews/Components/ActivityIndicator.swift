/// The twelve spokes that turn while something is under way.
public struct ActivityIndicator: Sendable {
    public init() {}
}
