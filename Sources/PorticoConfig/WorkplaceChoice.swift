/// What a person has chosen of the workplaces of their server.
///
/// Only what is in the directory and part of what is chosen above it counts as chosen. Other codes stay stored: they count
/// again once the directory has them again.
public struct WorkplaceChoice: Hashable, Sendable {
    /// The codes that are stored.
    public let codes: WorkplaceCodes
    /// Whether the server has any workplaces to choose from.
    public let isOffered: Bool
    /// The workplaces that have these codes.
    private let found: [Workplace.Kind: Workplace]

    /// - Parameter found: the workplaces that have these codes.
    public init(_ codes: WorkplaceCodes, found: [Workplace], isOffered: Bool) {
        self.codes = codes
        self.isOffered = isOffered
        self.found = Dictionary(found.map { ($0.kind, $0) }) { first, _ in first }
    }

    /// The one of this kind that is chosen.
    public subscript(kind: Workplace.Kind) -> Workplace? {
        guard let workplace = found[kind], fits(workplace) else { return nil }
        return workplace
    }

    /// Whether it is part of what is chosen above it; a factory always is.
    private func fits(_ workplace: Workplace) -> Bool {
        guard let parent = workplace.kind.parent else { return true }
        return self[parent].map { $0.code == workplace.parent } ?? false
    }
}

extension WorkplaceChoice {
    /// The codes once `workplace` is chosen: what is stored below it goes unless it is part of it.
    ///
    /// - Returns: nil where it is no part of what is chosen above it.
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

    /// The codes once none of this kind is chosen, and so nothing below it.
    public func clearing(_ kind: Workplace.Kind) -> WorkplaceCodes {
        var codes = codes
        for kind in [kind] + kind.below { codes[kind] = nil }
        return codes
    }
}

extension Workplace.Kind {
    /// The kinds of what is part of one of this kind, and of what is part of that; every one after what it is part of.
    fileprivate var below: [Workplace.Kind] {
        Self.allCases.filter { $0.parent == self }.flatMap { [$0] + $0.below }
    }
}
