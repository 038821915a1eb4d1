import PorticoHTML

/// The links after a list that has further pages. With script, the next page is added to the list in place, until it
/// has 500 rows; see `data-portico-more` in docs/script.md.
public struct MoreRows: Sendable {
    /// The id of the list, which is the same on all its pages. Every row has an id.
    public var list: String
    /// The page before; nil on the first one.
    public var previous: SitePath?
    /// The page after; nil on the last one.
    public var next: SitePath?
    /// The number of rows of a page.
    public var length: Int
    /// Whether the next page can be added to the list. False for a page that ends at a fixed row, as that of `previous`
    /// does: a reload with more rows would add them at its beginning.
    public var grows: Bool

    public init(
        list: String, previous: SitePath? = nil, next: SitePath? = nil, length: Int = 50, grows: Bool = true
    ) {
        self.list = list
        self.previous = previous
        self.next = next
        self.length = length
        self.grows = grows
    }
}
