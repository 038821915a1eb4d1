/// The recent proof of a person, weakest first: at most as old as `session.proof` allows. `true` stands for
/// ``password``.
public enum ProofLevel: Comparable, CaseIterable, Sendable, ExpressibleByBooleanLiteral {
    case nothing
    /// The password; of an account with an authenticator app, a code as well. A sign-in by a link counts as both for a
    /// while.
    case password
    /// The password and a second factor, or a passkey, which is both. An account without either cannot prove it.
    case secondFactor

    public init(booleanLiteral value: Bool) { self = value ? .password : .nothing }

    /// The level with this name in a header or an address; nil for an unknown one.
    package init?(named name: String) {
        guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = level
    }

    /// The name in headers and addresses; nil for ``nothing``.
    package var name: String? {
        switch self {
        case .nothing: nil
        case .password: "password"
        case .secondFactor: "second-factor"
        }
    }
}
