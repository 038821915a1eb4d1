import PorticoBytes
import PorticoStore

/// A rule for requests to protected applications: hosts, paths and methods, and the accounts that may send them.
///
/// ```
/// app.example/assets/** public
/// app.example/reports/** GET groups:staff|editors
/// app.example/admin/** groups:admins proof
/// app.example/payments/** POST signed-in second-factor
/// app.example/** signed-in
/// ```
///
/// - The host, with its port unless that is the default one, or `*` for every protected host.
/// - The path: `*` matches any characters but a slash, `/**` at the end everything below. A slash at the end does not
///   matter.
/// - The methods, if not all: separated by `|`; `GET` includes `HEAD`.
/// - The accounts: `public`, `signed-in`, or `groups:` and names separated by `|`, of which an account needs one. With
///   `proof`, the password must have been entered recently; with `second-factor`, a second factor as well.
public struct ProtectionRule: Hashable, Sendable, CustomStringConvertible {
    /// The accounts that may send the requests.
    public enum Access: Hashable, Sendable {
        case everyone
        case signedIn
        /// Accounts that belong to one of the groups.
        case groups(Set<GroupName>)
    }

    /// The text of the rule.
    public let description: String
    /// nil for every protected host.
    public let host: String?
    public let access: Access
    /// The recent proof that the person needs.
    public let needsProof: ProofLevel
    private let path: PathPattern
    /// nil for all.
    private let methods: Set<String>?

    /// - Throws: ``Problem``
    public init(_ text: String) throws(Problem) {
        let all = text.asciiWords
        var words = all[...]
        guard let (host, rest) = words.popFirst()?.cut(at: "/") else { throw .address }
        guard host == "*" || ProtectedAddress.host(named: host)?.isSameBytes(as: host) == true else { throw .address }
        guard let path = PathPattern("/\(rest)") else { throw .path }
        self.host = host == "*" ? nil : String(host)
        self.path = path
        description = all.joined(separator: " ")
        if let first = words.first, first.utf8.allSatisfy({ $0 == UInt8(ascii: "|") || $0.isASCIIUppercase }) {
            words.removeFirst()
            let named = Set(first.fields(separatedBy: "|", omittingEmpty: true).map(String.init))
            guard !named.isEmpty else { throw .methods }
            methods = named.contains("GET") ? named.union(["HEAD"]) : named
        } else {
            methods = nil
        }
        guard let who = words.popFirst(), let access = try Self.access(who) else { throw .access }
        self.access = access
        switch words.popFirst() {
        case nil: needsProof = .nothing
        case "proof": needsProof = .password
        case "second-factor": needsProof = .secondFactor
        default: throw .access
        }
        guard words.isEmpty, needsProof == .nothing || access != .everyone else { throw .access }
    }

    private static func access(_ word: Substring) throws(Problem) -> Access? {
        switch word {
        case "public": return .everyone
        case "signed-in": return .signedIn
        default:
            guard let names = word.dropping(prefix: "groups:")?.fields(separatedBy: "|") else { return nil }
            let groups = Set(names.compactMap { GroupName(String($0)) })
            guard groups.count == names.count else { throw .groups }
            return .groups(groups)
        }
    }

    /// A mistake in the text of a rule.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case address, path, methods, access, groups

        public var description: String {
            switch self {
            case .address: "it begins with HOST/PATH or */PATH"
            case .path: "** stands at the end of a path only, and a path has no empty or dot segments"
            case .methods: "methods are separated by |, such as GET|POST"
            case .access:
                "who may follows the address: public, signed-in or groups:NAME|NAME; then proof or second-factor, if needed"
            case .groups: "groups are separated by |, such as groups:staff|editors"
            }
        }
    }

    /// - Parameter letterCase: the case of `path`.
    func fits(_ host: String, path: RequestPath, in letterCase: LetterCase, method: String) -> Bool {
        (self.host == nil || self.host == host) && methods?.contains(method) ?? true
            && self.path.matches(path, in: letterCase)
    }
}

/// A pattern of paths.
private struct PathPattern: Hashable, Sendable {
    private let kept: [[UInt8]]
    private let lower: [[UInt8]]
    private let folded: [[UInt8]]
    /// Whether it also matches everything below.
    private let isPrefix: Bool

    /// nil unless `text` begins with a slash, has no empty or dot segments, and `**` only at its end.
    init?(_ text: String) {
        guard let path = text.dropping(prefix: "/") else { return nil }
        var parts = path.fields(separatedBy: "/").map(String.init)
        isPrefix = parts.last == "**"
        if isPrefix || parts.last == "" { parts.removeLast() }
        guard parts.allSatisfy({ !["", ".", ".."].contains($0) && !$0.hasBytes(of: "**") }) else { return nil }
        kept = parts.map { LetterCase.kept.applied(to: $0.utf8) }
        lower = parts.map { LetterCase.lower.applied(to: $0.utf8) }
        folded = parts.map { LetterCase.folded.applied(to: $0.utf8) }
    }

    /// - Parameter letterCase: the case of `path`.
    func matches(_ path: RequestPath, in letterCase: LetterCase) -> Bool {
        let wanted =
            switch letterCase {
            case .kept: kept
            case .lower: lower
            case .folded: folded
            }
        let count = path.segments.count
        guard isPrefix ? count >= wanted.count : count == wanted.count else { return false }
        return zip(path.segments, wanted).allSatisfy { Self.matches($0, $1) }
    }

    /// Whether a segment matches a pattern in which `*` stands for any bytes. Only the last star is retried. That
    /// suffices: if an earlier star takes more bytes, the later parts have fewer.
    private static func matches(_ segment: ArraySlice<UInt8>, _ pattern: [UInt8]) -> Bool {
        var (read, wanted) = (segment.startIndex, 0)
        var retry: (read: Int, wanted: Int)?
        while read < segment.endIndex {
            if wanted < pattern.count, pattern[wanted] == UInt8(ascii: "*") {
                wanted += 1
                retry = (read, wanted)
            } else if wanted < pattern.count, pattern[wanted] == segment[read] {
                (read, wanted) = (read + 1, wanted + 1)
            } else if let last = retry {
                retry = (last.read + 1, last.wanted)
                (read, wanted) = (last.read + 1, last.wanted)
            } else {
                return false
            }
        }
        return pattern[wanted...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
