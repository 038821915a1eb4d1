/// Values between tags.
extension HTMLWriter {
    /// Writes `value` with `&`, `<` and `>` escaped.
    public mutating func text(_ value: String) {
        escape(value.utf8, .text)
    }

    /// Writes `value` with `&`, `<` and `>` escaped.
    public mutating func text(_ value: Substring) {
        escape(value.utf8, .text)
    }

    /// Writes `value` in decimal digits, without grouping.
    @inlinable
    public mutating func text(_ value: some BinaryInteger) {
        digits(of: value)
    }

    /// Renders a component.
    @inlinable
    public mutating func text(_ component: some HTMLRenderable) {
        component.render(into: &self)
    }

    /// Renders components one after the other.
    @inlinable
    public mutating func text(_ components: [some HTMLRenderable]) {
        for component in components { component.render(into: &self) }
    }

    /// Renders components of different types one after the other.
    public mutating func text(_ components: [any HTMLRenderable]) {
        for component in components { component.render(into: &self) }
    }

    // Overload resolution chooses this one for all other types, because every value converts to an optional.
    @available(
        *, unavailable,
        message:
            "Only text, whole numbers and components can be written. If the value may be absent, write {% if let value %}{{ value }}{% end %}; if it is of another type, make it a String, as in price.formatted()."
    )
    public mutating func text<Value>(_ value: Value?) {}

    @available(*, unavailable, message: "A page says no 'true' or 'false': write {% if %} around what depends on it.")
    public mutating func text(_ value: Bool) {}
}
