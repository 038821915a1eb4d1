import Foundation
import PorticoConfig

/// The times since which accounts must have a second factor.
public struct RequiredFactors: Hashable, Sendable {
    /// Administrators; nil if they need none.
    public var administrators: Date?
    /// All accounts; nil if not all need one.
    public var all: Date?

    public init(administrators: Date? = nil, all: Date? = nil) {
        self.administrators = administrators
        self.all = all
    }

    /// Maximum time that a sign-in without a second factor lasts once its account must have one, in seconds.
    public static let grace: TimeInterval = 86_400

    /// The time since which an account must have a second factor; nil if it need not have one.
    func since(of account: Account) -> Date? {
        let own = administrators.flatMap { start in
            account.isAdministrator ? max(start, account.administratorSince ?? start) : nil
        }
        return [all, own].compactMap(\.self).min()
    }

    /// The end of a sign-in that was proved with no second factor; nil if it does not end for that.
    public func end(of signIn: SignIn) -> Date? {
        guard signIn.factorAt == nil, !signIn.isOfTrustedBrowser else { return nil }
        return since(of: signIn.account)?.addingTimeInterval(Self.grace)
    }
}
