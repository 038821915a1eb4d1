import Foundation
import PorticoConfig

/// A sign-in that waits for its second factor. The store identifies it by the digest of its token.
public struct PendingSignIn: Hashable, Sendable {
    public let account: AccountID
    public let method: SignInMethod
    public let isAutomatic: Bool
    public let client: Client
    /// The browser token that the request carried, valid or not.
    public let brought: TokenDigest?
    /// The hash that the password was checked against; nil if no password was checked here. The sign-in fails if it is
    /// no longer the account's.
    public let passwordHash: String?
    /// The gateway's details to store with the account; nil for local accounts.
    public let gateway: GatewayRecord?
    /// The login at the identity provider; nil for other methods.
    public let provider: ProviderRecord?
    /// The time of the first proof.
    public let provenAt: Date
    /// The time when the sign-in began to wait.
    public let time: Date

    /// Maximum time that a sign-in waits for a code, in seconds.
    public static let lifetime: TimeInterval = 600
    /// Maximum time that a sign-in waits until its person has set up an authenticator app, in seconds.
    public static let enrolmentLifetime: TimeInterval = 1800

    public init(
        account: AccountID, method: SignInMethod, isAutomatic: Bool, client: Client = Client(),
        brought: TokenDigest? = nil, passwordHash: String? = nil, gateway: GatewayRecord? = nil,
        provider: ProviderRecord? = nil, provenAt: Date, time: Date
    ) {
        self.account = account
        self.method = method
        self.isAutomatic = isAutomatic
        self.client = client
        self.brought = brought
        self.passwordHash = passwordHash
        self.gateway = gateway
        self.provider = provider
        self.provenAt = provenAt
        self.time = time
    }
}
