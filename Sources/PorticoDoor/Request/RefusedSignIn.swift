import PorticoAuth
import PorticoViews

/// The reason why a sign-in must not be used.
package enum GatewayRefusal: Sendable {
    case ended(GatewaySignIns.End)
    /// The gateway has been out of reach for too long. The sign-in continues when the gateway confirms it.
    case unconfirmed

    package func message(server: String) -> LoginMessage {
        switch self {
        case .ended(.refused): .gatewayEnded(server: server)
        case .ended(.forbidden): .gateway(.forbidden, server: server)
        case .ended(.otherPerson): .otherPerson(server: server)
        case .unconfirmed: .gatewayUnconfirmed(server: server)
        }
    }
}

/// A refused sign-in of a request.
package struct RefusedSignIn: Sendable {
    package let signIn: SignIn
    package let refusal: GatewayRefusal

    package init(signIn: SignIn, refusal: GatewayRefusal) {
        self.signIn = signIn
        self.refusal = refusal
    }
}
