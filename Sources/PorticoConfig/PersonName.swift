/// Names and texts as people write them, without bidirectional control characters and with a limited number of
/// combining marks. A text with nothing to see is empty.
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

    /// Whether there is something to see: a scalar that is no white space, mark, control or format character.
    public var isVisible: Bool { unicodeScalars.contains(where: \.isVisible) }

    /// Whether a control character or a mark that turns text is in it. Line feeds are none.
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

    /// Whether the text has at most so many characters. Marks, joiners and the like count as bytes only, of which there may
    /// be eight for each character: a cluster of them has no limit of its own.
    public func fits(_ most: Int) -> Bool {
        utf8.count <= 8 * most
            && unicodeScalars.count { !$0.isMark && !$0.properties.isDefaultIgnorableCodePoint } <= most
    }

    /// The text without marks that turn it, and without all but a few of the marks over one letter.
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
        // The blank of Braille and the note without a head.
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
