/// The elements that are open at one place of a template.
struct ElementStack: Sendable {
    struct Element: Equatable, Sendable {
        let name: String
        /// Where its start tag stands.
        let start: Int
    }

    private(set) var elements: [Element] = []
    /// Elements below this depth were opened outside the present branch and cannot be closed in it.
    var floor = 0

    var depth: Int { elements.count }

    /// Whether what follows is SVG or MathML.
    var isForeign: Bool {
        let nearest = elements.last { element in
            HTMLVocabulary.foreignRoots.contains(element.name)
                || HTMLVocabulary.integrationPoints.contains(element.name)
        }
        return nearest.map { HTMLVocabulary.foreignRoots.contains($0.name) } ?? false
    }

    mutating func open(_ name: String, at start: Int) {
        elements.append(Element(name: name, start: start))
    }

    enum Closing: Equatable {
        case closed
        /// These stay open inside the one that is closed.
        case unclosed([Element])
        /// The element was opened before the present branch began.
        case outsideBranch(Element)
        case nothingToClose
    }

    mutating func close(_ name: String) -> Closing {
        guard let index = elements.lastIndex(where: { $0.name == name }) else { return .nothingToClose }
        guard index >= floor else { return .outsideBranch(elements[index]) }
        let inner = Array(elements[(index + 1)...])
        elements.removeSubrange(index...)
        return inner.isEmpty ? .closed : .unclosed(inner)
    }

    /// Closes what is open above `depth` and returns it.
    mutating func truncate(to depth: Int) -> [Element] {
        guard elements.count > depth else { return [] }
        let removed = Array(elements[depth...])
        elements.removeSubrange(depth...)
        return removed
    }
}
