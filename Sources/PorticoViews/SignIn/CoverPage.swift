import PorticoHTML

/// A page of the sign-in section: full screen, in the colour of the login cover.
package protocol CoverPage: HTMLRenderable {
    /// The title of the document.
    /// - Parameter language: a BCP 47 tag.
    func title(in language: String) -> String
}
