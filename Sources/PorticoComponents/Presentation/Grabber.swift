/// The handle of a sheet. Without script it is only decoration.
public struct Grabber: Sendable {
    /// The names of the detents; with fewer than two, the handle can only be dragged.
    public var values: [String]

    public init(values: [String]) {
        self.values = values
    }
}
