/// Names and texts as people write them, without bidirectional control characters and with a limited number of
/// combining marks. A text without visible characters becomes empty.
extension String {
    /// One line with single spaces, trimmed. Control characters become spaces.
    public var personName: String {
        let spaced = String(String.UnicodeScalarView(unicodeScalars.lazy.map { $0.isLineOrControl ? " " : $0 }))
        let words = spaced.withoutTrickyMarks.unicodeScalars.split { $0.properties.isWhitespace }
        let name = words.map { String($0) }.joined(separator: " ")
        return name.isVisible ? name : ""
    }

    /// Several lines. Removes control characters except line breaks and tabs.
    public var personText: String {
        let visible = unicodeScalars.lazy.filter { !$0.isLineOrControl || "\r\n\t".unicodeScalars.contains($0) }
        let text = String(String.UnicodeScalarView(visible)).withoutTrickyMarks
        return text.isVisible ? text : ""
    }

    /// Whether the text has a visible character: a scalar other than white space, marks, control and format characters.
    public var isVisible: Bool { unicodeScalars.contains(where: \.isVisible) }

    /// Whether the text contains a control character other than a line feed, or a bidirectional control character.
    public var hasHiddenCharacters: Bool {
        unicodeScalars.contains { $0.turnsText || $0.isLineOrControl && $0 != "\n" }
    }

    /// The text without ``hasHiddenCharacters``; tabs become spaces.
    public var withoutHiddenCharacters: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.compactMap { scalar in
                    if scalar == "\t" { return " " }
                    return scalar.turnsText || scalar.isLineOrControl && scalar != "\n" ? nil : scalar
                }))
    }

    /// Whether the text has at most `most` characters and at most eight times as many bytes. One character can have any
    /// number of combining marks and joiners, so the number of characters alone is no limit.
    public func fits(_ most: Int) -> Bool {
        utf8.count <= 8 * most
            && unicodeScalars.count { !$0.isMark && !$0.properties.isDefaultIgnorableCodePoint } <= most
    }

    /// The text without bidirectional control characters, and with few combining marks on each letter.
    var withoutTrickyMarks: String {
        var marks = 0
        let kept = unicodeScalars.filter { scalar in
            marks = scalar.isMark ? marks + 1 : 0
            return !scalar.turnsText && marks <= Self.mostMarks
        }
        return String(String.UnicodeScalarView(kept))
    }

    /// Maximum number of combining marks on one letter. Pointed Hebrew and Vietnamese need fewer.
    private static var mostMarks: Int { 4 }
}

extension Unicode.Scalar {
    fileprivate var isVisible: Bool {
        guard !isMark, !properties.isWhitespace, !properties.isDefaultIgnorableCodePoint else { return false }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate: return false
        // The blank Braille pattern and the musical note with an invisible head.
        default: return self != "\u{2800}" && self != "\u{1D159}"
        }
    }

    fileprivate var isLineOrControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    /// Whether the scalar embeds, overrides or isolates a text direction (Unicode Standard Annex 9).
    fileprivate var turnsText: Bool {
        switch self {
        case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
        default: false
        }
    }
}
