import Foundation
import PorticoConfig

/// The gateways of an installation, and the key that seals their tokens and other stored secrets.
public struct GatewayAccess: Sendable {
    public let box: SecretBox
    /// Minimum time between two workplace requests to a gateway, in seconds.
    let workplacesInterval: TimeInterval
    /// Time after which a request checks its sign-in at the gateway again, in seconds.
    let recheck: TimeInterval
    /// Time since the last check after which a sign-in is not used while its gateway is unreachable, in seconds.
    let trust: TimeInterval
    private let gateways: [ServerID: any Gateway]
    /// The identity providers, whose sign-ins are checked like those of gateways.
    var providers: [ServerID: any IdentityProvider] = [:]

    /// - Parameters:
    ///   - workplacesInterval: minimum time between two workplace requests to a gateway, in seconds.
    ///   - recheck: time after which a request checks its sign-in at the gateway again, in seconds.
    ///   - trust: time since the last check after which a sign-in is not used while its gateway is unreachable, in
    ///     seconds.
    public init(
        _ gateways: [ServerID: any Gateway] = [:], box: SecretBox = SecretBox(),
        workplacesInterval: TimeInterval = 600, recheck: TimeInterval = 300, trust: TimeInterval = 86_400
    ) {
        self.gateways = gateways
        self.box = box
        self.workplacesInterval = workplacesInterval
        self.recheck = recheck
        self.trust = trust
    }

    subscript(server: ServerID) -> (any Gateway)? { gateways[server] }

    /// Whether a server has a gateway.
    func has(_ server: ServerID) -> Bool { gateways[server] != nil }

    /// The servers whose accounts can have tokens: those with a gateway, and with providers all that have none.
    var servers: [ServerID] {
        Array(gateways.keys) + (providers.isEmpty ? [] : [.local] + providers.keys)
    }

    /// The identity provider that is asked about a sign-in; nil if none is.
    func provider(of signIn: SignIn) -> (any IdentityProvider)? {
        guard let provider = signIn.provider.flatMap({ providers[$0] }), provider.rechecks else { return nil }
        return provider
    }
}
