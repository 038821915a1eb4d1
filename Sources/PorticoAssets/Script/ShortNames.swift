/// The short names that the own names of a script are given: the shortest to those used most, one to several where their
/// scopes are apart.
struct ShortNames {
    /// By token; nil where it stays as it is.
    private(set) var names: [String?]

    init(_ script: Script, own: OwnNames) {
        names = Array(repeating: nil, count: script.tokens.count)
        var pool = NamePool(others: own.others.union(ScriptToken.reserved))
        for own in Self.byUse(own.variables.filter { $0.range != script.range }) {
            give(pool.name(in: own.range), to: own)
        }
        // No scope is apart from the outermost.
        for own in Self.byUse(own.variables.filter { $0.range == script.range }) { give(pool.another(), to: own) }
        var privatePool = NamePool(prefix: "#")
        for own in Self.byUse(own.privateNames) { give(privatePool.name(in: own.range), to: own) }
    }

    private static func byUse(_ names: [OwnNames.Own]) -> [OwnNames.Own] {
        names.sorted { ($1.uses.count, $0.uses.first ?? 0) < ($0.uses.count, $1.uses.first ?? 0) }
    }

    private mutating func give(_ name: String, to own: OwnNames.Own) {
        for use in own.uses { names[use] = name }
    }
}

/// Short names, each with the scopes that have it.
private struct NamePool {
    /// What every name begins with.
    private let prefix: String
    /// What none may be.
    private let others: Set<String>
    private var names: [(name: String, scopes: Ranges)] = []
    private var count = 0

    init(prefix: String = "", others: Set<String> = []) {
        self.prefix = prefix
        self.others = others
    }

    /// The shortest that no scope has yet that overlaps with this one.
    mutating func name(in scope: ClosedRange<Int>) -> String {
        for index in names.indices where names[index].scopes.insert(scope) { return names[index].name }
        var scopes = Ranges()
        _ = scopes.insert(scope)
        names.append((another(), scopes))
        return names[names.count - 1].name
    }

    /// The shortest that was not given yet.
    mutating func another() -> String {
        var name: String
        repeat {
            name = Self.name(count)
            count += 1
        } while others.contains(name)
        return prefix + name
    }

    /// All letters, then all pairs of them and so on.
    private static func name(_ number: Int) -> String {
        let name = String(letters[number % letters.count])
        return number < letters.count ? name : self.name(number / letters.count - 1) + name
    }

    /// Those first that stand most in what stays: they cost least.
    private static let letters = Array("etaoinsrhldcumfpgwybvkxjqzETAOINSRHLDCUMFPGWYBVKXJQZ")
}

/// Ranges that do not overlap, in order.
private struct Ranges {
    private var all: [ClosedRange<Int>] = []

    /// - Returns: whether there was room for the range.
    mutating func insert(_ range: ClosedRange<Int>) -> Bool {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].upperBound < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        if low < all.count, all[low].lowerBound <= range.upperBound { return false }
        all.insert(range, at: low)
        return true
    }
}
