import PorticoHTML

/// A page that can be presented over another. It says how, and over which, here and nowhere else.
///
/// ```swift
/// struct EditOrderPage: Presentable, Sendable {
///     let order: Order
///     let presentation = Presentation(style: .formSheet)
///     var presenter: SitePath { order.path }
///     var bar: Bar { Bar(title: "Order \(order.number)", leading: .close) }
///     func title(in language: String) -> String { "Order \(order.number)" }
/// }
/// ```
///
/// Its template is the inside of the page: a ``Bar`` and the content. Asked for at its own address, the page stands over
/// its presenters in open dialogs; a link with `data-present` opens it in place.
public protocol Presentable: HTMLRenderable {
    var presentation: Presentation { get }
    /// The page that it stands over. A page that is presented itself brings its own presenters along.
    var presenter: SitePath { get }
    /// Names the page: in the document's title and for assistive technology.
    /// - Parameter language: a BCP 47 tag.
    func title(in language: String) -> String
}
