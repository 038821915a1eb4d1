extension Sequence<String> {
    /// The most similar name, for an error message; nil if none is similar.
    public func nearest(to text: String) -> String? {
        let typed = Array(text.lowercased())
        return map { (name: $0, edits: typed.edits(to: Array($0.lowercased()))) }
            .filter { $0.edits <= Swift.max(2, $0.name.count / 3) && $0.edits < $0.name.count }
            .min { $0.edits < $1.edits }?.name
    }
}

extension [Character] {
    /// The number of characters to insert, remove, replace or swap with their neighbour (Damerau-Levenshtein distance).
    fileprivate func edits(to other: [Character]) -> Int {
        var (beforeLast, last) = ([Int](), Array<Int>(0...other.count))
        for (row, character) in enumerated() {
            var next = [row + 1]
            for (column, wanted) in other.enumerated() {
                var edits = Swift.min(
                    last[column + 1] + 1, next[column] + 1, last[column] + (character == wanted ? 0 : 1))
                if row > 0, column > 0, character == other[column - 1], self[row - 1] == wanted {
                    edits = Swift.min(edits, beforeLast[column - 1] + 1)
                }
                next.append(edits)
            }
            (beforeLast, last) = (last, next)
        }
        return last[other.count]
    }
}

/// The end of a sentence about an unknown name, such as ": did you mean “users”?"; empty without a similar name.
public func suggestion(for text: String, among names: some Sequence<String>) -> String {
    names.nearest(to: text).map { ": did you mean \($0)?" } ?? ""
}
