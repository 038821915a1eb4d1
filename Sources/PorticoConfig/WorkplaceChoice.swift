/// A person's selected workplaces.
///
/// A stored code is selected only if the directory has it and its parent is selected. Other codes stay stored, and are
/// selected again when the directory has them again.
public struct WorkplaceChoice: Hashable, Sendable {
    /// The stored codes.
    public let codes: WorkplaceCodes
    /// Whether the server has any workplaces.
    public let isOffered: Bool
    /// The workplaces in the directory with these codes.
    private let found: [Workplace.Kind: Workplace]

    /// - Parameter found: the workplaces in the directory with these codes.
    public init(_ codes: WorkplaceCodes, found: [Workplace], isOffered: Bool) {
        self.codes = codes
        self.isOffered = isOffered
        self.found = Dictionary(found.map { ($0.kind, $0) }) { first, _ in first }
    }

    /// The selected workplace of this kind; nil if there is none.
    public subscript(kind: Workplace.Kind) -> Workplace? {
        guard let workplace = found[kind], fits(workplace) else { return nil }
        return workplace
    }

    /// Whether the parent of a workplace is selected; always true for a factory.
    private func fits(_ workplace: Workplace) -> Bool {
        guard let parent = workplace.kind.parent else { return true }
        return self[parent].map { $0.code == workplace.parent } ?? false
    }
}

extension WorkplaceChoice {
    /// The codes after selecting `workplace`. Clears codes of descendants that do not belong to it.
    ///
    /// - Returns: nil if the parent of `workplace` is not selected.
    public func choosing(_ workplace: Workplace) -> WorkplaceCodes? {
        guard fits(workplace) else { return nil }
        var found = found
        var codes = codes
        found[workplace.kind] = workplace
        codes[workplace.kind] = workplace.code
        for kind in workplace.kind.below {
            guard let parent = kind.parent, let kept = found[kind], kept.parent == found[parent]?.code else {
                found[kind] = nil
                codes[kind] = nil
                continue
            }
        }
        return codes
    }

    /// The codes after clearing this kind and its descendants.
    public func clearing(_ kind: Workplace.Kind) -> WorkplaceCodes {
        var codes = codes
        for kind in [kind] + kind.below { codes[kind] = nil }
        return codes
    }
}

extension Workplace.Kind {
    /// All descendant kinds, parents before children.
    fileprivate var below: [Workplace.Kind] {
        Self.allCases.filter { $0.parent == self }.flatMap { [$0] + $0.below }
    }
}
