/// Values in quoted attributes and in escapable raw text elements (`<title>`, `<textarea>`; HTML standard, 13.1.2).
extension HTMLWriter {
    /// Writes `value` with `&`, `<`, `>`, `"` and `'` escaped.
    public mutating func attribute(_ value: String) {
        escape(value.utf8, .attribute)
    }

    /// Writes `value` with `&`, `<`, `>`, `"` and `'` escaped.
    public mutating func attribute(_ value: Substring) {
        escape(value.utf8, .attribute)
    }

    /// Writes `value` in decimal digits, without grouping.
    @inlinable
    public mutating func attribute(_ value: some BinaryInteger) {
        digits(of: value)
    }

    /// Writes `path`, escaped: for attributes that contain an address but are not URL attributes (`value`, `data-…`).
    public mutating func attribute(_ path: SitePath) {
        escape(path.description.utf8, .attribute)
    }

    /// Writes `url`, escaped: for attributes that contain an address but are not URL attributes.
    public mutating func attribute(_ url: WebURL) {
        escape(url.description.utf8, .attribute)
    }

    @available(
        *, unavailable,
        message: "A component makes elements, which cannot stand in an attribute, <title> or <textarea>: use a String."
    )
    public mutating func attribute(_ component: some HTMLRenderable) {}

    @available(
        *, unavailable,
        message:
            "Only text, whole numbers and addresses can be written. If the value may be absent, write {% if let value %}name=\"{{ value }}\"{% end %} inside the tag; if it is of another type, make it a String."
    )
    public mutating func attribute<Value>(_ value: Value?) {}

    @available(
        *, unavailable,
        message:
            "Write {{ value ? \"true\" : \"false\" }}, or {% if value %}name{% end %} for an attribute without value."
    )
    public mutating func attribute(_ value: Bool) {}
}

/// The whole value of a URL attribute.
extension HTMLWriter {
    /// Writes a path on this site.
    public mutating func url(_ path: SitePath) {
        escape(path.description.utf8, .attribute)
    }

    /// Writes a checked absolute address.
    public mutating func url(_ url: WebURL) {
        escape(url.description.utf8, .attribute)
    }

    @available(
        *, unavailable,
        message:
            "A string is no address: give the page a SitePath (a path on this site) or a WebURL (a checked one elsewhere)."
    )
    public mutating func url(_ value: String) {}

    @available(
        *, unavailable,
        message: "This address may be absent: write {% if let path %}href=\"{{ path }}\"{% end %} inside the tag."
    )
    public mutating func url<Value>(_ value: Value?) {}
}
