import Foundation
import PorticoConfig
import Synchronization

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
        /// The gateway does not accept the token.
        case refused
        /// The gateway no longer allows the account.
        case forbidden
        /// The gateway reports another person for the account.
        case otherPerson
    }

    let gateways: GatewayAccess
    let store: any AuthStore
    let users: UserManager
    let changes: ConfigChanges
    let workplaces: GatewayWorkplaces
    let now: @Sendable () -> Date
    private let unreachable = UnreachableSignIns()
    private let running = RunningChecks()
    /// Maximum number of concurrent checks.
    private static let width = 8
    /// The accuracy of recorded checks, in seconds.
    private static let resolution: TimeInterval = 60

    /// The error because of which the person's details may be outdated; nil if they are current.
    public func problem(of signIn: SignIn) -> GatewayError? { unreachable.problem(of: signIn.id) }

    /// Whether a request must check a sign-in: the gateway confirmed it too long ago. A gateway that did not answer is
    /// asked in the background, see ``recheck()``.
    public func needsCheck(_ signIn: SignIn) -> Bool {
        signIn.account.id.server != .local && problem(of: signIn) == nil && age(of: signIn) >= gateways.recheck
    }

    /// Whether a sign-in may be used although its gateway does not answer: the gateway confirmed it not too long ago.
    public func isTrusted(_ signIn: SignIn) -> Bool { age(of: signIn) < gateways.trust }

    /// The time since the last check, in seconds.
    private func age(of signIn: SignIn) -> TimeInterval { abs(now().timeIntervalSince(signIn.checkedAt)) }

    /// Asks the account's gateway whether a sign-in is still in force, and ends it if not. Local sign-ins are in force.
    /// Concurrent calls share one check, which continues if a caller is cancelled.
    ///
    /// - Throws: `CancellationError`; the errors of the store; ``StorageFailure`` if no key of this server opens the token.
    public func check(_ signIn: SignIn) async throws -> State {
        try await running.check(signIn.id) { isCurrent in try await ask(signIn, isCurrent: isCurrent) }.value
    }

    /// - Parameter isCurrent: whether further callers get the result. If not, the check has taken too long, which is
    ///   recorded, and a later check may have succeeded.
    private func ask(_ signIn: SignIn, isCurrent: () -> Bool = { true }) async throws -> State {
        let account = signIn.account.id
        guard account.server != .local else { return .inForce }
        while let gateway = gateways[account.server], let sealed = try await store.gatewayToken(of: signIn.id) {
            let token = try gateways.box.openStored(sealed, of: account)
            do {
                try await note(try await me(token, at: gateway, of: account.server, isCurrent), of: signIn)
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
                if isCurrent() { add(error, of: signIn) }
                return .unreachable(error)
            }
        }
        return try await end(signIn, .refused)
    }

    /// Asks a gateway, and notes whether it answers at all.
    private func me(
        _ token: GatewayUserName, at gateway: any Gateway, of server: ServerID, _ isCurrent: () -> Bool
    ) async throws(GatewayError) -> GatewayPerson {
        do {
            let person = try await gateway.me(token)
            unreachable.setSilence(nil, of: server)
            return person
        } catch {
            // That somebody asks too often is an answer, which others need not get.
            if error.isSilence, isCurrent() { unreachable.setSilence(error, of: server) }
            if !error.isSilence, error != .cancelled { unreachable.setSilence(nil, of: server) }
            throw error
        }
    }

    /// Leaves the check of a sign-in to ``recheck()`` if its gateway answers nobody. The sign-in is unreachable until then.
    ///
    /// - Returns: whether the gateway answers nobody.
    public func leaveToRecheck(_ signIn: SignIn) -> Bool {
        guard let error = unreachable.silence(of: signIn.account.id.server) else { return false }
        add(error, of: signIn)
        return true
    }

    /// Records that a check takes too long to wait for. The next call of ``check(_:)`` does not wait for it again.
    public func recordUnreachable(_ signIn: SignIn, _ error: GatewayError) {
        running.forget(signIn.id)
        add(error, of: signIn)
        unreachable.setSilence(error, of: signIn.account.id.server)
    }

    private func add(_ error: GatewayError, of signIn: SignIn) {
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
        if case .unreachable(let error) = try await askAgain(first), error.isOfGateway { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, signIn) in signIns.dropFirst().enumerated() {
                if number >= Self.width { try await group.next() }
                group.addTask { _ = try await askAgain(signIn) }
            }
            try await group.waitForAll()
        }
    }

    /// A token that no key here opens does not keep the others from being checked.
    ///
    /// - Returns: nil for such a token.
    private func askAgain(_ signIn: SignIn) async throws -> State? {
        do {
            return try await ask(signIn)
        } catch let failure as StorageFailure where failure.cause == .unknownKey {
            return nil
        }
    }

    private func note(_ person: GatewayPerson, of signIn: SignIn) async throws {
        try await store.setPerson(person, of: signIn.account.id)
        if age(of: signIn) >= min(Self.resolution, gateways.recheck) {
            try await store.recordCheck(of: signIn.id, at: now())
        }
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

/// The checks under way, one for each sign-in.
private final class RunningChecks: Sendable {
    typealias Check = Task<GatewaySignIns.State, any Error>
    private let checks = Mutex((running: [SignIn.ID: (number: Int, check: Check)](), last: 0))

    /// The check of a sign-in that is under way, or a new one. The work may ask whether further callers still get it.
    func check(
        _ signIn: SignIn.ID, _ work: @escaping @Sendable (_ isCurrent: () -> Bool) async throws -> GatewaySignIns.State
    ) -> Check {
        checks.withLock { checks in
            if let found = checks.running[signIn] { return found.check }
            checks.last += 1
            let number = checks.last
            let check = Check {
                defer { end(number, of: signIn) }
                return try await work { self.checks.withLock { $0.running[signIn]?.number == number } }
            }
            checks.running[signIn] = (number, check)
            return check
        }
    }

    /// Lets the check of a sign-in that is under way go on, without giving it to further callers.
    func forget(_ signIn: SignIn.ID) {
        checks.withLock { $0.running[signIn] = nil }
    }

    private func end(_ number: Int, of signIn: SignIn.ID) {
        checks.withLock { if $0.running[signIn]?.number == number { $0.running[signIn] = nil } }
    }
}
