/// A rule for requests to protected applications: to which addresses and methods it applies, and who is allowed.
///
/// ```
/// app.example/assets/** public
/// app.example/reports/** GET groups:staff|editors
/// app.example/admin/** groups:admins proof
/// app.example/** signed-in
/// ```
///
/// - The host, with its port unless that is the default one, or `*` for every protected host.
/// - The path: `*` stands for any characters but a slash, `/**` at the end for everything below. A slash at the end does
///   not matter.
/// - The methods, if not all: separated by `|`; `GET` includes `HEAD`.
/// - Who: `public`, `signed-in`, or `groups:` and names separated by `|`, of which an account needs one. With `proof`, the
///   password must have been entered recently.
public struct ProtectionRule: Hashable, Sendable, CustomStringConvertible {
    /// The accounts that may send the requests.
    public enum Access: Hashable, Sendable {
        case everyone
        case signedIn
        /// Accounts that belong to one of the groups.
        case groups(Set<GroupName>)
    }

    /// The rule as it was written.
    public let description: String
    /// nil for every protected host.
    public let host: String?
    public let access: Access
    public let needsProof: Bool
    private let path: PathPattern
    /// nil for all.
    private let methods: Set<String>?

    /// - Throws: ``Problem``
    public init(_ text: String) throws(Problem) {
        var words = text.split(separator: " ").map(String.init)[...]
        guard let address = words.popFirst(), let slash = address.firstIndex(of: "/") else { throw .address }
        let host = String(address[..<slash])
        guard host == "*" || ProtectedAddress.host(named: host) == host else { throw .address }
        guard let path = PathPattern(String(address[slash...])) else { throw .path }
        self.host = host == "*" ? nil : host
        self.path = path
        description = text.split(separator: " ").joined(separator: " ")
        if let first = words.first, first.allSatisfy({ $0 == "|" || $0.isASCII && $0.isUppercase }) {
            words.removeFirst()
            let named = Set(first.split(separator: "|").map(String.init))
            guard !named.isEmpty else { throw .methods }
            methods = named.contains("GET") ? named.union(["HEAD"]) : named
        } else {
            methods = nil
        }
        guard let who = words.popFirst(), let access = try Self.access(who) else { throw .access }
        self.access = access
        needsProof = words.first == "proof"
        if needsProof { words.removeFirst() }
        guard words.isEmpty, !needsProof || access != .everyone else { throw .access }
    }

    private static func access(_ word: String) throws(Problem) -> Access? {
        switch word {
        case "public": return .everyone
        case "signed-in": return .signedIn
        default:
            guard word.hasPrefix("groups:") else { return nil }
            let names = word.dropFirst(7).split(separator: "|", omittingEmptySubsequences: false)
            let groups = Set(names.compactMap { GroupName(String($0)) })
            guard groups.count == names.count else { throw .groups }
            return .groups(groups)
        }
    }

    /// What is wrong with the text of a rule.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case address, path, methods, access, groups

        public var description: String {
            switch self {
            case .address: "it begins with HOST/PATH or */PATH"
            case .path: "** stands at the end of a path only, and a path has no empty or dot segments"
            case .methods: "methods are separated by |, such as GET|POST"
            case .access: "who may follows the address: public, signed-in or groups:NAME|NAME; then proof, if needed"
            case .groups: "groups are separated by |, such as groups:staff|editors"
            }
        }
    }

    /// - Parameter ignoringCase: whether the application ignores the case of paths.
    func fits(_ host: String, path: String, method: String, ignoringCase: Bool) -> Bool {
        (self.host == nil || self.host == host) && methods?.contains(method) ?? true
            && self.path.matches(path, ignoringCase: ignoringCase)
    }
}

/// A pattern of paths.
private struct PathPattern: Hashable, Sendable {
    private let segments: [String]
    private let folded: [String]
    /// Whether it matches everything below, too.
    private let isPrefix: Bool

    /// nil unless `text` begins with a slash, has no empty or dot segments, and `**` only at its end.
    init?(_ text: String) {
        guard text.hasPrefix("/") else { return nil }
        var parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        isPrefix = parts.last == "**"
        if isPrefix || parts.last == "" { parts.removeLast() }
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.contains("**") }) else { return nil }
        segments = parts
        folded = parts.map { $0.lowercased() }
    }

    func matches(_ path: String, ignoringCase: Bool) -> Bool {
        let path = ignoringCase ? path.lowercased() : path
        let wanted = ignoringCase ? folded : segments
        let found = path == "/" ? [] : path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard isPrefix ? found.count >= wanted.count : found.count == wanted.count else { return false }
        return zip(found, wanted).allSatisfy { Self.matches($0, $1[...]) }
    }

    /// Whether a segment matches, in which `*` stands for any characters.
    private static func matches(_ segment: Substring, _ pattern: Substring) -> Bool {
        guard let star = pattern.firstIndex(of: "*") else { return segment == pattern }
        let (start, end) = (pattern[..<star], pattern[pattern.index(after: star)...])
        guard segment.hasPrefix(start) else { return false }
        let rest = segment.dropFirst(start.count)
        return rest.indices.contains { matches(rest[$0...], end) } || matches(rest[rest.endIndex...], end)
    }
}
