import PorticoHTML

/// A mail to one person: its template is the HTML form, ``text`` says the same without markup.
public struct Mail: Sendable {
    /// What the person is asked to do.
    public struct Action: Hashable, Sendable {
        public var label: String
        public var link: WebURL

        public init(label: String, link: WebURL) {
            self.label = label
            self.link = link
        }
    }

    /// One line.
    public let subject: String
    public let greeting: String
    /// What stands before the action.
    public let paragraphs: [String]
    public let action: Action?
    /// What stands after it.
    public let closing: [String]
    /// A BCP 47 tag.
    public let language: String

    public init(
        subject: String, greeting: String, paragraphs: [String], action: Action? = nil, closing: [String] = [],
        language: String
    ) {
        self.subject = subject.split(whereSeparator: \.isNewline).joined(separator: " ")
        self.greeting = greeting
        self.paragraphs = paragraphs
        self.action = action
        self.closing = closing
        self.language = language
    }

    /// The whole mail, in lines of at most 72 characters; only a link, which stands on a line of its own, and a word
    /// without a gap may be longer.
    public var text: String {
        var parts = ([greeting] + paragraphs).map { $0.wrapped(at: 72) }
        if let action { parts.append("\(action.label):\n\(action.link)") }
        parts += closing.map { $0.wrapped(at: 72) }
        return parts.joined(separator: "\n\n") + "\n"
    }
}

extension String {
    /// The same words in lines of at most this many characters, where a single word is no longer.
    func wrapped(at width: Int) -> String {
        var lines: [String] = []
        for word in split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }
}
