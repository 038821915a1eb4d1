import PorticoAuth
import PorticoViews

/// The reason why a sign-in must not be used.
enum GatewayRefusal: Sendable {
    case ended(GatewaySignIns.End)
    /// The gateway has been out of reach for too long. The sign-in continues when the gateway confirms it.
    case unconfirmed

    func message(server: String) -> LoginMessage {
        switch self {
        case .ended(.refused): .gatewayEnded(server: server)
        case .ended(.forbidden): .gateway(.forbidden, server: server)
        case .ended(.otherPerson): .otherPerson(server: server)
        case .unconfirmed: .gatewayUnconfirmed(server: server)
        }
    }
}

/// A refused sign-in of a request.
struct RefusedSignIn: Sendable {
    let signIn: SignIn
    let refusal: GatewayRefusal
}
