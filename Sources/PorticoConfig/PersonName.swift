/// What people call themselves, and say of themselves, as it is kept: without marks that nobody sees and that would change
/// how what follows is read, and with no more marks over a letter than any script has.
extension String {
    /// On one line, without space around it.
    public var personName: String {
        let visible = String(String.UnicodeScalarView(unicodeScalars.lazy.map { $0.isLineOrControl ? " " : $0 }))
        return visible.withoutTrickyMarks.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// On several lines.
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

    /// The most marks over or under one letter. Hebrew with points and accents, and Vietnamese, have fewer.
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

    /// The marks that embed, override or isolate a direction (Unicode Standard Annex 9).
    fileprivate var turnsText: Bool {
        switch self {
        case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
        default: false
        }
    }
}
