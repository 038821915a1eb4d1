/// The logo: a portico with three arches, in the current text colour.
public struct Mark: Sendable {
    public init() {}
}
