import PorticoHTML

/// A page that can be presented over another. It specifies its own presentation and presenter.
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
/// The template is the content of the page, including its ``Bar``. A request for the page's own path renders it over
/// its presenters in open dialogs; a link with `data-portico-present` presents it in place.
public protocol Presentable: HTMLRenderable {
    /// The way in which the page is presented.
    var presentation: Presentation { get }
    /// The path of the page below it, which can itself have a presenter.
    var presenter: SitePath { get }
    /// The title of the document, and the label for assistive technology.
    /// - Parameter language: a BCP 47 tag.
    func title(in language: String) -> String
}
