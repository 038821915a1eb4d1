import PorticoConfig
import Synchronization

/// The sign-ins whose gateway did not answer the last check, and the gateways that answer no requests.
final class UnreachableSignIns: Sendable {
    private struct State {
        var problems: [SignIn.ID: (signIn: SignIn, error: GatewayError)] = [:]
        var silent: [ServerID: GatewayError] = [:]
    }

    private let state = Mutex(State())

    var signIns: [SignIn] { state.withLock { $0.problems.values.map(\.signIn) } }

    func problem(of signIn: SignIn.ID) -> GatewayError? { state.withLock { $0.problems[signIn]?.error } }

    /// - Returns: whether the sign-in is new or has another error than before.
    func add(_ signIn: SignIn, _ error: GatewayError) -> Bool {
        state.withLock { $0.problems.updateValue((signIn, error), forKey: signIn.id)?.error != error }
    }

    /// Removing a gateway's last unreachable sign-in also clears the error of its last call. No background check would
    /// ask the gateway, so the next request must.
    ///
    /// - Returns: whether the sign-in was unreachable.
    func remove(_ signIn: SignIn.ID) -> Bool {
        state.withLock { state in
            guard let removed = state.problems.removeValue(forKey: signIn) else { return false }
            let server = removed.signIn.checkingServer
            if !state.problems.values.contains(where: { $0.signIn.checkingServer == server }) {
                state.silent[server] = nil
            }
            return true
        }
    }

    /// The error of the last call to a gateway; nil if it has answered.
    func silence(of server: ServerID) -> GatewayError? { state.withLock { $0.silent[server] } }

    func setSilence(_ error: GatewayError?, of server: ServerID) { state.withLock { $0.silent[server] = error } }
}
