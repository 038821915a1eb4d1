extension Asset {
    /// A script or style sheet without its comments, indentation, empty lines and, in scripts, most spaces, which nobody
    /// reads who is sent it.
    ///
    /// It works on whole lines and understands nothing else, so it touches a file only where every line surely begins
    /// outside of a string or a template: none ends in a backslash, leaves a template open, or opens a comment behind
    /// code that does not end there. Licences (`/*!`) and directives (`//#`) stay.
    static func shortened(_ bytes: [UInt8], type: String) -> [UInt8] {
        let isScript = type.hasPrefix("text/javascript")
        guard isScript || type.hasPrefix("text/css"), let text = String(validating: bytes, as: UTF8.self) else {
            return bytes
        }
        var isInComment = false
        var kept: [String] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            if isInComment || line.hasPrefix("/*") && !line.hasPrefix("/*!") {
                let end = line.firstRange(of: "*/")
                guard end == nil || end?.upperBound == line.endIndex else { return bytes }
                isInComment = end == nil
            } else if isScript, line.hasPrefix("//"), !line.hasPrefix("//#") {
                continue
            } else if !line.isEmpty {
                guard line.isWhole else { return bytes }
                kept.append(isScript ? line.tightened : String(line))
            }
        }
        return Array(kept.joined(separator: "\n").utf8)
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        let length = start.reversed().drop { $0 == " " || $0 == "\t" }.count
        return start.prefix(length)
    }

    /// Whether the next line begins outside of strings, templates and comments, if this one does.
    fileprivate var isWhole: Bool {
        if hasSuffix("\\") || count(where: { $0 == "`" }) % 2 == 1 { return false }
        if contains("`"), firstMatch(of: /\$\{[^}]*`/) != nil { return false }
        guard let opening = ranges(of: "/*").last else { return true }
        return self[opening.upperBound...].contains("*/")
    }

    /// Without the spaces beside punctuation, unless the line may hold a regular expression or a template, or ends in a
    /// comment.
    fileprivate var tightened: String {
        guard !contains(where: { "/`'".contains($0) }) else { return String(self) }
        var parts = split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1, !contains("\\") else { return String(self) }
        for index in stride(from: 0, to: parts.count, by: 2) {
            parts[index] = parts[index].replacing(#/ ?([=,;:?!*(){}<>&|\[\]]+) ?/#) { $0.output.1 }
        }
        return parts.joined(separator: "\"")
    }
}
