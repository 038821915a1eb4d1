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
