import Foundation
import PorticoConfig

/// The gateways of an installation, and the key that seals their tokens and drafts.
public struct GatewayAccess: Sendable {
    let box: SecretBox
    /// Minimum time between two workplace requests to a gateway, in seconds.
    let workplacesInterval: TimeInterval
    private let gateways: [ServerID: any Gateway]

    /// - Parameter workplacesInterval: minimum time between two workplace requests to a gateway, in seconds.
    public init(
        _ gateways: [ServerID: any Gateway] = [:], box: SecretBox = SecretBox(),
        workplacesInterval: TimeInterval = 600
    ) {
        self.gateways = gateways
        self.box = box
        self.workplacesInterval = workplacesInterval
    }

    subscript(server: ServerID) -> (any Gateway)? { gateways[server] }

    /// The servers that have a gateway.
    var servers: [ServerID] { Array(gateways.keys) }
}
