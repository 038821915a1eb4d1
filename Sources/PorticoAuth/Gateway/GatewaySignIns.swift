import PorticoConfig

/// Sign-ins to accounts that live on gateways: whether they are still in force there.
public struct GatewaySignIns: Sendable {
    /// What a gateway says of a sign-in.
    public enum State: Hashable, Sendable {
        case inForce
        /// It says nothing, so what is known of the person may be out of date.
        case outOfReach(GatewayError)
        /// It has ended, and so it does here.
        case ended(End)
    }

    public enum End: Hashable, Sendable {
        /// The gateway does not know the sign-in any more, or the key that its token is sealed with is another one.
        case refused
        /// The gateway does not let the account in any more.
        case forbidden
        /// The gateway says that it is somebody else's.
        case otherPerson
    }

    private let gateways: GatewayAccess
    private let store: any AuthStore
    private let users: UserManager
    private let changes: ConfigChanges
    private let workplaces: GatewayWorkplaces
    private let outOfReach = UnreachableSignIns()
    /// The most sign-ins that are checked at the same time.
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

    /// Why what is known of the person may be out of date; nil where it is not.
    public func problem(of signIn: SignIn) -> GatewayError? { outOfReach.problem(of: signIn.id) }

    /// Asks the gateway of a sign-in about it. A sign-in to an account that lives here is in force.
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
                // The person may have got another token while this one was asked about.
                if try await store.gatewayToken(of: signIn.id) == sealed { return try await end(signIn, .refused) }
            } catch AuthError.otherPerson {
                return try await end(signIn, .otherPerson)
            } catch GatewayError.cancelled {
                throw CancellationError()
            } catch let error as GatewayError {
                noteOutOfReach(signIn, error)
                return .outOfReach(error)
            }
        }
        return try await end(signIn, .refused)
    }

    /// Notes that a check takes too long to be waited for.
    public func noteOutOfReach(_ signIn: SignIn, _ error: GatewayError) {
        if outOfReach.add(signIn, error) { publish(signIn) }
    }

    /// Asks again about the sign-ins whose gateway was out of reach: about one of each gateway first.
    public func recheck() async throws {
        let byServer = Dictionary(grouping: outOfReach.signIns, by: \.account.id.server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for signIns in byServer.values { group.addTask { try await recheck(signIns) } }
            try await group.waitForAll()
        }
    }

    private func recheck(_ signIns: [SignIn]) async throws {
        let signIns = signIns.shuffled()
        guard let first = signIns.first else { return }
        if case .outOfReach(let error) = try await check(first), error.isOfGateway { return }
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
        if outOfReach.remove(signIn.id) { publish(signIn) }
    }

    private func end(_ signIn: SignIn, _ end: End) async throws -> State {
        _ = outOfReach.remove(signIn.id)
        try await users.endSignIns(.one(signIn.id), of: signIn.account.id, client: signIn.client)
        return .ended(end)
    }

    private func publish(_ signIn: SignIn) {
        changes.publish(ConfigChange(scope: .signIn(signIn.id), keys: [UserConfig.gatewayUserNameKey]))
    }
}
