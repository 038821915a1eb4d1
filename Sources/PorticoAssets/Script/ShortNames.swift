/// The short names for the names of a script. The most used names get the shortest; names whose scopes do not overlap
/// can share one.
struct ShortNames {
    /// By token; nil if the token keeps its text.
    private(set) var names: [String?]

    init(_ script: Script, own: OwnNames) {
        names = Array(repeating: nil, count: script.tokens.count)
        var pool = NamePool(others: own.others.union(ScriptToken.reserved))
        for own in Self.byUse(own.variables.filter { $0.range != script.range }) {
            give(pool.name(in: own.range), to: own)
        }
        // Every scope overlaps with the outermost.
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

/// Short names, each with the scopes that use it.
private struct NamePool {
    /// The prefix of every name.
    private let prefix: String
    /// The names that must not be given.
    private let others: Set<String>
    private var names: [(name: String, scopes: Ranges)] = []
    private var count = 0

    init(prefix: String = "", others: Set<String> = []) {
        self.prefix = prefix
        self.others = others
    }

    /// The shortest name that no overlapping scope uses.
    mutating func name(in scope: ClosedRange<Int>) -> String {
        for index in names.indices where names[index].scopes.insert(scope) { return names[index].name }
        var scopes = Ranges()
        _ = scopes.insert(scope)
        names.append((another(), scopes))
        return names[names.count - 1].name
    }

    /// The shortest unused name.
    mutating func another() -> String {
        var name: String
        repeat {
            name = Self.name(count)
            count += 1
        } while others.contains(name)
        return prefix + name
    }

    /// All letters, then all pairs of letters, and so on.
    private static func name(_ number: Int) -> String {
        let name = String(letters[number % letters.count])
        return number < letters.count ? name : self.name(number / letters.count - 1) + name
    }

    /// Letters by frequency in the text that stays, which compresses best.
    private static let letters = Array("etaoinsrhldcumfpgwybvkxjqzETAOINSRHLDCUMFPGWYBVKXJQZ")
}

/// Ranges that do not overlap, in ascending order.
private struct Ranges {
    private var all: [ClosedRange<Int>] = []

    /// - Returns: false if the range overlaps with one of the others.
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
