/// A custom property in the layer `tokens` of the style sheets, as the gallery shows it.
struct DesignToken: Sendable {
    /// The name without the hyphens at its beginning.
    let name: String
    let use: String
    /// The token of the background that a text of this colour stands on; nil for other colours.
    var background: String?

    init(_ name: String, _ use: String, on background: String? = nil) {
        self.name = name
        self.use = use
        self.background = background
    }

    static let colors = [
        DesignToken("label", "text", on: "cell"),
        DesignToken("label-2", "second text, values, icons", on: "cell"),
        DesignToken("accent", "links, toggles, buttons, the focus", on: "cell"),
        DesignToken("on-accent", "text on the accent", on: "accent"),
        DesignToken("danger", "problems, and controls that destroy", on: "cell"),
        DesignToken("success", "a good outcome", on: "cell"),
        DesignToken("warning", "attention", on: "cell"),
        DesignToken("on-cover", "text on the colour of the login page", on: "cover"),
        DesignToken("bg", "the background of pages"),
        DesignToken("cell", "rows, bars and sheets"),
        DesignToken("cover", "the login page and the start screen"),
        DesignToken("separator", "lines between rows"),
        DesignToken("track", "the edges of fields, and a toggle that is off"),
        DesignToken("pressed", "a pressed row"),
        DesignToken("hover", "a row under the pointer"),
        DesignToken("dim", "over the page under a sheet"),
    ]

    static let sizes = [
        DesignToken("bar", "the height of the bar"),
        DesignToken("row", "the least height of a row"),
        DesignToken("control", "the least height of a field and a button"),
        DesignToken("target", "the least height of a link and a button without a frame"),
        DesignToken("pad", "the padding of fields and buttons, above and below"),
        DesignToken("margin", "the distance of the page from the window"),
        DesignToken("inset", "the padding of a row"),
    ]

    static let radii = [
        DesignToken("radius", "fields, buttons and toasts"),
        DesignToken("radius-layer", "sheets"),
    ]

    static let typeSizes = [
        DesignToken("text-title", "large values, titles of the login page and of errors"),
        DesignToken("text-label", "labels and problems of fields"),
        DesignToken("text-note", "headers, footers, hints and badges"),
    ]

    static let times = [
        DesignToken("quick", "toggles and toasts"),
        DesignToken("calm", "from one screen to another"),
        DesignToken("slow", "sheets, with the curve --spring"),
    ]
}

/// The tokens, each shown as itself.
struct DesignTokens: Sendable {}
