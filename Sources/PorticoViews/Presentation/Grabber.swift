/// The handle of a sheet. Script makes it work; until then it only shows that this is a sheet.
public struct Grabber: Sendable {
    /// The names of the heights it steps through; with fewer than two it is a handle for the mouse and nothing else.
    public var values: [String]

    public init(values: [String]) {
        self.values = values
    }
}
