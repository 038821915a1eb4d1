/// The reason why a passkey was not added.
package enum AddPasskeyProblem: Hashable, Sendable {
    case invalid
    /// The account has it already.
    case exists

    func sentence(_ t: Strings) -> String {
        switch self {
        case .invalid: t.passkeyInvalid
        case .exists: t.passkeyExists
        }
    }
}
