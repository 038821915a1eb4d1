import PorticoAuth
import PorticoConfig

/// Checks sign-ins at the gateways of their accounts, during requests.
package struct GatewayCheck: Sendable {
    let gateways: GatewaySignIns
    /// Maximum time that a request waits for a gateway.
    let timeout: Duration

    package init(gateways: GatewaySignIns, timeout: Duration) {
        self.gateways = gateways
        self.timeout = timeout
    }

    /// The reason why a sign-in must not be used; nil if it may. If a gateway does not answer in time, this asks it
    /// again in the background; until it answers, no request waits for it again.
    ///
    /// - Parameter isLaunch: whether to ask even if the gateway has confirmed the sign-in recently.
    /// - Throws: `CancellationError`; the errors of the store.
    package func refusal(of signIn: SignIn, isLaunch: Bool = false) async throws -> GatewayRefusal? {
        guard gateways.isAtGateway(signIn) else { return nil }
        if isLaunch && gateways.isCheckedAtLaunch(signIn) || gateways.needsCheck(signIn),
            !gateways.leaveToRecheck(signIn)
        {
            switch try await state(of: signIn) {
            case .inForce: return nil
            case .ended(let end): return .ended(end)
            case .unreachable: break
            }
        }
        guard gateways.problem(of: signIn) != nil, !gateways.isTrusted(signIn) else { return nil }
        return .unconfirmed
    }

    /// Whether a gateway keeps the account of a sign-in.
    func isAtGateway(_ signIn: SignIn) -> Bool { gateways.isAtGateway(signIn) }

    private func state(of signIn: SignIn) async throws -> GatewaySignIns.State {
        let check = Task<Result<GatewaySignIns.State, any Error>, Never> {
            do { return .success(try await gateways.check(signIn)) } catch { return .failure(error) }
        }
        if let result = await check.value(within: timeout) { return try result.get() }
        gateways.recordUnreachable(signIn, .timedOut)
        return .unreachable(.timedOut)
    }
}
