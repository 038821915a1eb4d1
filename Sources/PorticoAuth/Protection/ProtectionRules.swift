import PorticoBytes

/// The rules for requests to protected applications, and their hosts.
public struct ProtectionRules: Hashable, Sendable {
    /// The hosts besides the server's own, with their ports unless they are the default ones.
    public var hosts: Set<String>
    /// The first rule that matches decides. Without one, the request is denied.
    public var rules: [ProtectionRule]

    public init(hosts: Set<String> = [], rules: [ProtectionRule] = []) {
        self.hosts = hosts
        self.rules = rules
    }

    /// The decision about a request.
    public enum Verdict: Hashable, Sendable {
        case allowed
        /// Nobody is signed in.
        case needsSignIn
        /// Less was proved recently than this.
        case needsProof(ProofLevel)
        case denied(Reason)
    }

    /// The reason for a denial.
    public enum Reason: Hashable, Sendable, CaseIterable {
        case noRule
        /// Servers may read the path in several ways with different rules, or with a dot segment or a host.
        case ambiguousPath
        /// The method is not one of upper-case letters and hyphens.
        case invalidMethod
        /// The account belongs to none of the groups.
        case group
    }

    /// A verdict, and the rule that decided; nil if no rule matches.
    public struct Decision: Hashable, Sendable {
        public let verdict: Verdict
        /// The position of the rule, from 0.
        public let rule: Int?
    }

    /// - Parameters:
    ///   - account: nil if nobody is signed in.
    ///   - proof: what the person has proved recently.
    public func decision(
        on address: ProtectedAddress, method: String, by account: Account?, proof: ProofLevel
    ) -> Decision {
        guard !method.isEmpty, method.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isASCIIUppercase }) else {
            return Decision(verdict: .denied(.invalidMethod), rule: nil)
        }
        var found: Set<Int?> = []
        for (letterCase, path) in address.path.paths.flatMap(\.readings) {
            found.insert(rules.firstIndex { $0.fits(address.host, path: path, in: letterCase, method: method) })
        }
        guard found.count == 1, let first = found.first else {
            return Decision(verdict: .denied(.ambiguousPath), rule: nil)
        }
        guard let number = first else { return Decision(verdict: .denied(.noRule), rule: nil) }
        return Decision(verdict: verdict(of: rules[number], account, proof), rule: number)
    }

    private func verdict(of rule: ProtectionRule, _ account: Account?, _ proof: ProofLevel) -> Verdict {
        if rule.access == .everyone { return .allowed }
        guard let account else { return .needsSignIn }
        if case .groups(let groups) = rule.access, !account.isMember(ofOneOf: groups) { return .denied(.group) }
        return proof < rule.needsProof ? .needsProof(rule.needsProof) : .allowed
    }
}

extension ProtectionRules.Reason {
    /// The reason as a sentence without its full stop, for logs and commands.
    public var sentence: String {
        switch self {
        case .noRule: "no rule fits"
        case .ambiguousPath: "servers may read the path in different ways, for which different rules hold"
        case .invalidMethod: "a method has upper-case letters only"
        case .group: "the account belongs to none of the groups"
        }
    }
}
