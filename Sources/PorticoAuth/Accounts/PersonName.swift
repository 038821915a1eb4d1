/// What people call themselves, as it is kept: on one line, without space around it or marks that nobody sees and that
/// would change how what follows is read.
extension String {
    var personName: String {
        let visible = String.UnicodeScalarView(
            unicodeScalars.lazy.map { $0.isLineOrControl ? " " : $0 }.filter { !$0.turnsText })
        return String(visible).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Unicode.Scalar {
    fileprivate var isLineOrControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
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
