import Synchronization

/// The sign-ins whose gateway did not answer the last check.
final class UnreachableSignIns: Sendable {
    private let problems = Mutex<[SignIn.ID: (signIn: SignIn, error: GatewayError)]>([:])

    var signIns: [SignIn] { problems.withLock { $0.values.map(\.signIn) } }

    func problem(of signIn: SignIn.ID) -> GatewayError? { problems.withLock { $0[signIn]?.error } }

    /// - Returns: whether the sign-in is new or has another error than before.
    func add(_ signIn: SignIn, _ error: GatewayError) -> Bool {
        problems.withLock { $0.updateValue((signIn, error), forKey: signIn.id)?.error != error }
    }

    /// - Returns: whether the sign-in was unreachable.
    func remove(_ signIn: SignIn.ID) -> Bool { problems.withLock { $0.removeValue(forKey: signIn) != nil } }
}
