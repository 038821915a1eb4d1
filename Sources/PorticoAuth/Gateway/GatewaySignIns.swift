import PorticoConfig

/// Checks with gateways whether sign-ins to their accounts are still in force.
public struct GatewaySignIns: Sendable {
    /// The state of a sign-in at its gateway.
    public enum State: Hashable, Sendable {
        case inForce
        /// The gateway does not answer, so the person's details may be outdated.
        case unreachable(GatewayError)
        /// The sign-in has ended at the gateway, and was ended here.
        case ended(End)
    }

    /// The reason why a sign-in has ended at its gateway.
    public enum End: Hashable, Sendable {
        /// The gateway does not accept the token, or the token was sealed with another key.
        case refused
        /// The gateway no longer allows the account.
        case forbidden
        /// The gateway reports another person for the account.
        case otherPerson
    }

    private let gateways: GatewayAccess
    private let store: any AuthStore
    private let users: UserManager
    private let changes: ConfigChanges
    private let workplaces: GatewayWorkplaces
    private let unreachable = UnreachableSignIns()
    /// Maximum number of concurrent checks.
    private static let width = 8

    init(
        gateways: GatewayAccess, store: any AuthStore, users: UserManager, changes: ConfigChanges,
        workplaces: GatewayWorkplaces
    ) {
        self.workplaces = workplaces
        self.gateways = gateways
        self.store = store
        self.users = users
        self.changes = changes
    }

    /// The error because of which the person's details may be outdated; nil if they are current.
    public func problem(of signIn: SignIn) -> GatewayError? { unreachable.problem(of: signIn.id) }

    /// Asks the account's gateway whether a sign-in is still in force, and ends it if not. Local sign-ins are in force.
    ///
    /// - Throws: `CancellationError`; the errors of the store.
    public func check(_ signIn: SignIn) async throws -> State {
        let account = signIn.account.id
        guard account.server != .local else { return .inForce }
        while let gateway = gateways[account.server], let sealed = try await store.gatewayToken(of: signIn.id),
            let token = gateways.box.open(sealed, of: account)
        {
            do {
                try await note(try await gateway.me(token), of: signIn)
                workplaces.want(from: account.server, with: token)
                return .inForce
            } catch GatewayError.refused(.forbidden) {
                return try await end(signIn, .forbidden)
            } catch GatewayError.refused(.credentials) {
                // A concurrent sign-in may have replaced the token during the call.
                if try await store.gatewayToken(of: signIn.id) == sealed { return try await end(signIn, .refused) }
            } catch AuthError.otherPerson {
                return try await end(signIn, .otherPerson)
            } catch GatewayError.cancelled {
                throw CancellationError()
            } catch let error as GatewayError {
                recordUnreachable(signIn, error)
                return .unreachable(error)
            }
        }
        return try await end(signIn, .refused)
    }

    /// Records that a check takes too long to wait for.
    public func recordUnreachable(_ signIn: SignIn, _ error: GatewayError) {
        if unreachable.add(signIn, error) { publish(signIn) }
    }

    /// Checks the sign-ins again whose gateway did not answer. Checks one of each gateway first.
    public func recheck() async throws {
        let byServer = Dictionary(grouping: unreachable.signIns, by: \.account.id.server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for signIns in byServer.values { group.addTask { try await recheck(signIns) } }
            try await group.waitForAll()
        }
    }

    private func recheck(_ signIns: [SignIn]) async throws {
        let signIns = signIns.shuffled()
        guard let first = signIns.first else { return }
        if case .unreachable(let error) = try await check(first), error.isOfGateway { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, signIn) in signIns.dropFirst().enumerated() {
                if number >= Self.width { try await group.next() }
                group.addTask { _ = try await check(signIn) }
            }
            try await group.waitForAll()
        }
    }

    private func note(_ person: GatewayPerson, of signIn: SignIn) async throws {
        try await store.setPerson(person, of: signIn.account.id)
        if unreachable.remove(signIn.id) { publish(signIn) }
    }

    private func end(_ signIn: SignIn, _ end: End) async throws -> State {
        _ = unreachable.remove(signIn.id)
        try await users.endSignIns(.one(signIn.id), of: signIn.account.id, client: signIn.client)
        return .ended(end)
    }

    private func publish(_ signIn: SignIn) {
        changes.publish(ConfigChange(scope: .signIn(signIn.id), keys: [UserConfig.gatewayUserNameKey]))
    }
}
