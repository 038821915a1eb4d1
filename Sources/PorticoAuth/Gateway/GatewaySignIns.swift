import Foundation
import PorticoConfig

/// Sign-ins to accounts that live on gateways: whether they are still in force there, and their end.
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
        /// The gateway says that it is somebody else's.
        case otherPerson
    }

    private let gateways: GatewayAccess
    private let store: any AuthStore
    private let users: UserManager
    private let changes: ConfigChanges
    private let workplaces: GatewayWorkplaces
    private let outOfReach = OutOfReach()
    /// The most sign-ins that are checked at the same time.
    private static let width = 8
    /// The most tokens that are ended in one go.
    private static let batch = 100

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
        guard let gateway = gateways[account.server], let sealed = try await store.gatewayToken(of: signIn.id),
            let token = gateways.box.open(sealed, of: account)
        else { return try await end(signIn, .refused) }
        do {
            try await note(try await gateway.me(token), of: signIn)
            workplaces.want(from: account.server, with: token)
            return .inForce
        } catch GatewayError.refused(.credentials), GatewayError.refused(.forbidden) {
            return try await end(signIn, .refused)
        } catch AuthError.otherPerson {
            return try await end(signIn, .otherPerson)
        } catch GatewayError.cancelled {
            throw CancellationError()
        } catch let error as GatewayError {
            noteOutOfReach(signIn, error)
            return .outOfReach(error)
        }
    }

    /// Notes that a check takes too long to be waited for.
    public func noteOutOfReach(_ signIn: SignIn, _ error: GatewayError) {
        if outOfReach.add(signIn, error) { publish(signIn) }
    }

    /// Asks again about the sign-ins whose gateway was out of reach: about one of each gateway first.
    public func recheck() async throws {
        for signIns in Dictionary(grouping: outOfReach.signIns, by: \.account.id.server).values {
            guard let first = signIns.first, try await isAnswered(first) else { continue }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, signIn) in signIns.dropFirst().enumerated() {
                    if number >= Self.width { try await group.next() }
                    group.addTask { _ = try await check(signIn) }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Ends at their gateways what has ended here. Where a gateway is out of reach its tokens wait.
    public func endTokens() async throws {
        var silent: Set<ServerID> = []
        for ended in try await store.endedGatewayTokens(limit: Self.batch) {
            let server = ended.account.server
            guard !silent.contains(server) else { continue }
            if let gateway = gateways[server], let token = gateways.box.open(ended.sealedToken, of: ended.account) {
                do {
                    try await gateway.logout(token)
                } catch .refused(.credentials) {
                } catch {
                    silent.insert(server)
                    continue
                }
            }
            try await store.forgetGatewayToken(of: ended.signIn)
        }
    }

    private func isAnswered(_ signIn: SignIn) async throws -> Bool {
        if case .outOfReach = try await check(signIn) { false } else { true }
    }

    private func note(_ person: GatewayPerson, of signIn: SignIn) async throws {
        let account = signIn.account.id
        let isNew = try await store.setPerson(person, of: account)
        if outOfReach.remove(signIn.id) { publish(signIn) }
        if isNew {
            changes.publish(
                ConfigChange(scope: .person(account), keys: [UserConfig.userInfo.name, UserConfig.accountKey]))
        }
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
