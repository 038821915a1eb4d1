import PorticoHTML

/// A page over its presenter. The layers are siblings: the inert presenter, a dim, an open dialog. That is a working
/// modal page before, or without, any script.
public struct Presented<Content: HTMLRenderable>: Sendable {
    public var presentation: Presentation
    /// The id of the heading that names the page.
    public var labelID: String
    /// The page underneath; nil where its content is withheld until somebody is signed in.
    public var presenter: HTML?
    public var content: Content

    public init(presentation: Presentation, labelID: String, presenter: HTML? = nil, content: Content) {
        self.presentation = presentation
        self.labelID = labelID
        self.presenter = presenter
        self.content = content
    }
}
