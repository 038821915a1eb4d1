import Foundation
import PorticoConfig

/// The gateways of an installation, and what their tokens are sealed with.
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

    /// Ends a token that no sign-in has. Where that cannot be, the token is in force until its gateway ends it: nobody has it.
    func end(_ token: GatewayUserName, at server: ServerID) async {
        try? await gateways[server]?.logout(token)
    }

    /// Ends the token of a sign-in that has another one now. A gateway may have given the same again.
    func end(_ old: Data?, replacedBy new: GatewayRecord, of account: AccountID) async {
        guard let old = old.flatMap({ box.open($0, of: account) }), old != box.open(new.sealedToken, of: account)
        else { return }
        await end(old, at: account.server)
    }

    /// The same for one that was sealed already.
    func end(_ record: GatewayRecord, of account: AccountID) async {
        guard let token = box.open(record.sealedToken, of: account) else { return }
        await end(token, at: account.server)
    }
}
