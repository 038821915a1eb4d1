import Hummingbird

extension Request {
    /// The number of rows to show of a long list: that of the query field `count`, from 50 to 500.
    ///
    /// Script adds the field to the address when it has added rows to the list (`data-portico-more`), so that a reload
    /// shows the same rows.
    public var rowCount: Int {
        let asked = uri.queryParameters["count"].flatMap { Int($0) } ?? 0
        return min(max(asked, 50), 500)
    }
}
