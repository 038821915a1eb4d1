/// What the HTML standard says about elements and attributes by name; all names are in lower case.
enum HTMLVocabulary {
    /// Elements that have no content and no end tag (HTML standard, 13.1.2).
    static let voidElements: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]

    /// Elements in which only character references and their own end tag mean something.
    static let plainTextElements: Set<String> = ["title", "textarea"]

    /// Elements in which only their own end tag means something.
    static let rawTextElements: Set<String> = ["script", "style", "iframe", "noembed", "noframes", "xmp"]

    /// Elements whose parser drops one line feed right behind the start tag.
    static let elementsDroppingFirstLineFeed: Set<String> = ["textarea", "pre"]

    /// Elements that begin content in which any element may close itself.
    static let foreignRoots: Set<String> = ["svg", "math"]

    /// Elements of foreign content that hold HTML again.
    static let integrationPoints: Set<String> = ["foreignobject", "desc", "title"]

    /// Attributes whose whole value is an address.
    static let urlAttributes: Set<String> = [
        "href", "src", "action", "formaction", "poster", "cite", "ping", "manifest", "xlink:href", "background",
    ]

    static func isURL(attribute: String, element: String) -> Bool {
        urlAttributes.contains(attribute) || (attribute == "data" && element == "object")
    }
}
