/// Names and texts as people write them, without bidirectional control characters and with a limited number of
/// combining marks.
extension String {
    /// One line with single spaces, trimmed. Control characters become spaces.
    public var personName: String {
        let visible = String(String.UnicodeScalarView(unicodeScalars.lazy.map { $0.isLineOrControl ? " " : $0 }))
        return visible.withoutTrickyMarks.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Several lines. Removes control characters except line breaks and tabs.
    public var personText: String {
        let visible = unicodeScalars.lazy.filter { !$0.isLineOrControl || "\r\n\t".unicodeScalars.contains($0) }
        return String(String.UnicodeScalarView(visible)).withoutTrickyMarks
    }

    private var withoutTrickyMarks: String {
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
