/// Where the tokenizer stands in the markup. The states are those of the HTML standard, section 13.2.5, joined where
/// the difference does not matter for a template.
struct HTMLCursor: Equatable, Sendable {
    enum State: Equatable, Sendable {
        /// Between tags.
        case text
        /// In `<title>` or `<textarea>`.
        case plainText(element: String)
        /// In `<script>`, `<style>` and their like.
        case rawText(element: String)
        /// Behind `<`.
        case tagOpen
        case tagName
        /// Behind `</`.
        case endTagName
        /// Behind the name of an end tag, before `>`.
        case endTagRest
        /// In a tag, behind a blank.
        case beforeAttribute
        /// In a tag, where a blank must follow before the next attribute.
        case afterAttribute
        case attributeName
        /// Behind the name of an attribute and a blank; `=` may follow.
        case afterAttributeName
        /// Behind `=`.
        case beforeValue
        case unquotedValue
        case quotedValue(quote: UInt8)
        /// Behind the `/` of `/>`.
        case selfClosing
        /// Behind `<!`.
        case declaration
        case comment
        case doctype
    }

    /// What an attribute value holds so far.
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

    /// Whether a branch that began at `other` and ended here has left the markup as it found it.
    func isSamePlace(as other: HTMLCursor) -> Bool {
        if isInTag && other.isInTag { return tagStart == other.tagStart }
        guard state == other.state else { return false }
        if case .quotedValue = state { return attributeStart == other.attributeStart }
        return true
    }

    /// The place behind a statement whose branches end here and at `other`.
    func joined(with other: HTMLCursor) -> HTMLCursor {
        var joined = self
        joined.content = max(content, other.content)
        if isInTag, other.state == .afterAttribute { joined.state = .afterAttribute }
        return joined
    }

    /// For messages: "inside …".
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
