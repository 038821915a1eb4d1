/// The brand mark: a portico with three arches, in the colour of the text around it.
public struct Mark: Sendable {
    public init() {}
}
