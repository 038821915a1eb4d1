/// The open elements at one position of a template.
struct ElementStack: Sendable {
    struct Element: Equatable, Sendable {
        let name: String
        /// The offset of its start tag.
        let start: Int
    }

    private(set) var elements: [Element] = []
    /// Elements below this depth were opened outside the current branch; the branch cannot close them.
    var floor = 0

    var depth: Int { elements.count }

    /// Whether the content at this position is SVG or MathML.
    var isForeign: Bool {
        let nearest = elements.last { element in
            HTMLVocabulary.foreignRoots.contains(element.name)
                || HTMLVocabulary.integrationPoints.contains(element.name)
        }
        return nearest.map { HTMLVocabulary.foreignRoots.contains($0.name) } ?? false
    }

    /// The open element that the start of an element of this name closes (HTML standard, 13.2.6.4.7).
    func ended(by name: String) -> String? {
        guard !isForeign else { return nil }
        let names = elements.reversed().map(\.name)
        let scope = names.prefix { !HTMLVocabulary.scopes.contains($0) }
        let around = name == "form" ? names.prefix { $0 != "template" } : scope
        if HTMLVocabulary.notInsideItself.contains(name), around.contains(name) { return name }
        guard HTMLVocabulary.endsParagraph.contains(name) else { return nil }
        return scope.prefix { $0 != "button" }.contains("p") ? "p" : nil
    }

    mutating func open(_ name: String, at start: Int) {
        elements.append(Element(name: name, start: start))
    }

    enum Closing: Equatable {
        case closed
        /// Elements inside the closed one are still open.
        case unclosed([Element])
        /// The element was opened before the current branch began.
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

    /// Closes and returns the elements above `depth`.
    mutating func truncate(to depth: Int) -> [Element] {
        guard elements.count > depth else { return [] }
        let removed = Array(elements[depth...])
        elements.removeSubrange(depth...)
        return removed
    }
}
