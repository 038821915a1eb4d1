import PorticoHTML

/// The links from one part of a long list to the next and the previous one, with the position between them.
public struct Pagination: Sendable {
    public var id: String
    /// The name of the landmark, if a page has several; nil for "Pages".
    public var label: String?
    /// The numbers of the first and last shown entry, from 1.
    public var shown: ClosedRange<Int>
    /// The number of all entries; nil if it is not known.
    public var total: Int?
    /// The page before; nil on the first one.
    public var previous: SitePath?
    /// The page after; nil on the last one.
    public var next: SitePath?

    public init(
        id: String, label: String? = nil, shown: ClosedRange<Int>, total: Int? = nil, previous: SitePath? = nil,
        next: SitePath? = nil
    ) {
        self.id = id
        self.label = label
        self.shown = shown
        self.total = total
        self.previous = previous
        self.next = next
    }

    func position(_ t: Strings) -> String {
        let format = ReaderFormat(t)
        let (first, last) = (format.number(shown.lowerBound), format.number(shown.upperBound))
        return total.map { t.paginationPositionOf(first, last, format.number($0)) } ?? t.paginationPosition(first, last)
    }
}
