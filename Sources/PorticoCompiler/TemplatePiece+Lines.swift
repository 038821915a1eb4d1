extension [TemplatePiece] {
    /// The pieces without the white space of lines that contain only statements and comments, so that such a line
    /// leaves no blank line in the page. Comments are removed.
    func droppingStatementLines(in source: SourceText) -> [TemplatePiece] {
        var result: [TemplatePiece] = []
        for line in lines(in: source) {
            let isDropped = line.isOnlyStatements(in: source)
            for piece in line {
                switch piece {
                case .comment: continue
                case .literal where isDropped: continue
                default: result.append(piece)
                }
            }
        }
        return result
    }

    /// The pieces without the line feed at the end of the file, which would be white space after a component.
    func droppingFinalLineFeed(in source: SourceText) -> [TemplatePiece] {
        guard case .literal(let range) = last, source.bytes[range.upperBound - 1] == UInt8(ascii: "\n") else {
            return self
        }
        let end = range.upperBound - (range.count >= 2 && source.has("\r\n", at: range.upperBound - 2) ? 2 : 1)
        return dropLast() + (end > range.lowerBound ? [.literal(range.lowerBound..<end)] : [])
    }

    /// The pieces grouped by line, with literals split after each line feed.
    private func lines(in source: SourceText) -> [[TemplatePiece]] {
        var lines: [[TemplatePiece]] = [[]]
        for piece in self {
            guard case .literal(let range) = piece else {
                lines[lines.count - 1].append(piece)
                continue
            }
            var start = range.lowerBound
            for offset in range where source.bytes[offset] == UInt8(ascii: "\n") {
                lines[lines.count - 1].append(.literal(start..<offset + 1))
                lines.append([])
                start = offset + 1
            }
            if start < range.upperBound { lines[lines.count - 1].append(.literal(start..<range.upperBound)) }
        }
        return lines
    }

    private func isOnlyStatements(in source: SourceText) -> Bool {
        var hasStatement = false
        for piece in self {
            switch piece {
            case .value: return false
            case .literal(let range): guard source.bytes[range].allSatisfy(\.isHTMLSpace) else { return false }
            case .statement, .comment: hasStatement = true
            }
        }
        return hasStatement
    }
}
