/// Minifies a style sheet: removes comments, indentation and most line breaks.
///
/// It works on whole lines without parsing. So it returns a sheet unchanged unless every line certainly begins outside
/// of strings: no line ends in a backslash, or opens a comment after a declaration without closing it. Licences (`/*!`)
/// stay.
enum ShortStyle {
    static func shortened(_ bytes: [UInt8]) -> [UInt8] {
        guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
        var isInComment = false
        var kept = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            if isInComment || line.hasPrefix("/*") && !line.hasPrefix("/*!") {
                let end = line.firstRange(of: "*/")
                guard end == nil || end?.upperBound == line.endIndex else { return bytes }
                isInComment = end == nil
            } else if let last = line.last {
                guard line.isWhole else { return bytes }
                kept += line
                if !"{;,}".contains(last) { kept += "\n" }
            }
        }
        if kept.last == "\n" { kept.removeLast() }
        return Array(kept.utf8)
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        let length = start.reversed().drop { $0 == " " || $0 == "\t" }.count
        return start.prefix(length)
    }

    /// Whether the next line begins outside of strings and comments, if this line does.
    fileprivate var isWhole: Bool {
        if hasSuffix("\\") { return false }
        guard let opening = ranges(of: "/*").last else { return true }
        return self[opening.upperBound...].contains("*/")
    }
}
