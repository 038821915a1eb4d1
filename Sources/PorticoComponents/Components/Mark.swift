/// The mark of the installation; without one, Portico's: a portico with three arches, in the current text colour.
public struct Mark: Sendable {
    public init() {}
}
