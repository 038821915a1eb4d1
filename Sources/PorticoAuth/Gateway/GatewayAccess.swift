import Foundation
import PorticoConfig

/// The gateways of an installation, and what their tokens, and drafts, are sealed with.
public struct GatewayAccess: Sendable {
    let box: SecretBox
    /// The least time between two calls for the workplaces of a gateway, in seconds.
    let workplacesInterval: TimeInterval
    private let gateways: [ServerID: any Gateway]

    /// - Parameter workplacesInterval: the least time between two calls for the workplaces of a gateway, in seconds.
    public init(
        _ gateways: [ServerID: any Gateway] = [:], box: SecretBox = SecretBox(),
        workplacesInterval: TimeInterval = 600
    ) {
        self.gateways = gateways
        self.box = box
        self.workplacesInterval = workplacesInterval
    }

    subscript(server: ServerID) -> (any Gateway)? { gateways[server] }

    /// The servers that have one.
    var servers: [ServerID] { Array(gateways.keys) }
}
