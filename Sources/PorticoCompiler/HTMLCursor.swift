/// The state of the tokenizer. The states are those of the HTML standard, section 13.2.5, merged where a template needs
/// no distinction.
struct HTMLCursor: Equatable, Sendable {
    enum State: Equatable, Sendable {
        /// Between tags.
        case text
        /// In `<title>` or `<textarea>`.
        case plainText(element: String)
        /// In `<script>`, `<style>` and the other raw text elements.
        case rawText(element: String)
        /// After `<`.
        case tagOpen
        case tagName
        /// After `</`.
        case endTagName
        /// After the name of an end tag, before `>`.
        case endTagRest
        /// In a tag, after white space.
        case beforeAttribute
        /// In a tag, where white space must precede the next attribute.
        case afterAttribute
        case attributeName
        /// After an attribute name and white space; `=` may follow.
        case afterAttributeName
        /// After `=`.
        case beforeValue
        case unquotedValue
        case quotedValue(quote: UInt8)
        /// After the `/` of `/>`.
        case selfClosing
        /// After `<!`.
        case declaration
        case comment
        case doctype
    }

    /// The content of an attribute value so far.
    enum Content: Int, Comparable, Sendable {
        case nothing
        case literal
        case value

        static func < (left: Content, right: Content) -> Bool { left.rawValue < right.rawValue }
    }

    var state: State = .text
    var tagName = ""
    var tagStart = 0
    var attributeName = ""
    var attributeStart = 0
    var content: Content = .nothing

    var isInTag: Bool { state == .beforeAttribute || state == .afterAttribute }

    /// Whether a body that began in the state `other` may end in this state.
    func isSamePlace(as other: HTMLCursor) -> Bool {
        if isInTag && other.isInTag { return tagStart == other.tagStart }
        guard state == other.state else { return false }
        if case .quotedValue = state { return attributeStart == other.attributeStart }
        return true
    }

    /// The state after a statement whose bodies end in this state and in `other`.
    func joined(with other: HTMLCursor) -> HTMLCursor {
        var joined = self
        joined.content = max(content, other.content)
        if isInTag, other.state == .afterAttribute { joined.state = .afterAttribute }
        return joined
    }

    /// The position, for error messages: "between tags", "in a comment".
    var description: String {
        switch state {
        case .text: "between tags"
        case .plainText(let element), .rawText(let element): "in <\(element)>"
        case .tagOpen, .tagName, .endTagName, .endTagRest, .selfClosing: "in a tag"
        case .beforeAttribute, .afterAttribute, .attributeName, .afterAttributeName: "in the tag <\(tagName)>"
        case .beforeValue, .unquotedValue, .quotedValue: "in the attribute '\(attributeName)'"
        case .declaration, .doctype: "in a declaration"
        case .comment: "in a comment"
        }
    }
}
