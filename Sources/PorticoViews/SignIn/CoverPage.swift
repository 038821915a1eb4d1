import PorticoHTML

/// A page of the sign-in section: it fills the screen, in the colour of the login cover.
public protocol CoverPage: HTMLRenderable {
    /// Names the page in the document's title.
    /// - Parameter language: a BCP 47 tag.
    func title(in language: String) -> String
}
