/// Elements and attributes with special rules in the HTML standard; all names are lower case.
enum HTMLVocabulary {
    /// Void elements: no content, no end tag (HTML standard, 13.1.2).
    static let voidElements: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]

    /// Escapable raw text elements: only character references and their own end tag are recognized.
    static let plainTextElements: Set<String> = ["title", "textarea"]

    /// Raw text elements: only their own end tag is recognized.
    static let rawTextElements: Set<String> = ["script", "style", "iframe", "noembed", "noframes", "xmp"]

    /// Elements that drop one line feed directly after the start tag.
    static let elementsDroppingFirstLineFeed: Set<String> = ["textarea", "pre"]

    /// Elements that cannot contain themselves.
    static let notInsideItself: Set<String> = ["a", "button", "form"]

    /// Elements whose start ends a paragraph.
    static let endsParagraph: Set<String> = [
        "address", "article", "aside", "blockquote", "dd", "details", "dialog", "div", "dl", "dt", "fieldset",
        "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "li",
        "main", "menu", "nav", "ol", "p", "pre", "search", "section", "summary", "table", "ul",
    ]

    /// Elements that limit which open elements a start tag inside them can close (HTML standard, 13.2.4.2, "scope").
    static let scopes: Set<String> = ["caption", "html", "object", "table", "td", "template", "th"]

    /// Roots of foreign content, in which any element may be self-closing.
    static let foreignRoots: Set<String> = ["svg", "math"]

    /// Elements of foreign content that contain HTML.
    static let integrationPoints: Set<String> = ["foreignobject", "desc", "title"]

    /// Elements of SVG that change attributes of others, addresses included (SVG Animations, 2).
    static let animations: Set<String> = ["animate", "animatecolor", "animatemotion", "animatetransform", "set"]

    /// The attributes of animations with the changed attribute and its values.
    static let animated: Set<String> = ["attributename", "by", "from", "to", "values"]

    /// Attributes whose whole value is a URL.
    static let urlAttributes: Set<String> = [
        "href", "src", "action", "formaction", "poster", "cite", "ping", "manifest", "xlink:href", "background",
    ]

    static func isURL(attribute: String, element: String) -> Bool {
        urlAttributes.contains(attribute) || (attribute == "data" && element == "object")
    }
}
