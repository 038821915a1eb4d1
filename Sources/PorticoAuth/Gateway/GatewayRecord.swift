import Foundation
import PorticoConfig

/// What is kept of a sign-in at a gateway.
public struct GatewayRecord: Hashable, Sendable {
    public let person: GatewayPerson
    /// The token of the sign-in, as ``SecretBox`` sealed it.
    public let sealedToken: Data

    public init(person: GatewayPerson, sealedToken: Data) {
        self.person = person
        self.sealedToken = sealedToken
    }
}

/// The token of a sign-in at a gateway that has ended here, and has yet to be ended there.
public struct EndedGatewayToken: Hashable, Sendable {
    public let signIn: SignIn.ID
    public let account: AccountID
    public let sealedToken: Data

    public init(signIn: SignIn.ID, account: AccountID, sealedToken: Data) {
        self.signIn = signIn
        self.account = account
        self.sealedToken = sealedToken
    }
}
