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

    /// The time after which another server may check a sign-in at its identity provider, although this one has begun, in
    /// seconds.
    private static let turn: TimeInterval = 60

    /// Whether a gateway keeps the account of a sign-in, or an identity provider is asked about it.
    public func isAtGateway(_ signIn: SignIn) -> Bool {
        gateways.has(signIn.account.id.server) || gateways.provider(of: signIn) != nil
    }

    /// Whether a launch checks a sign-in, even if it was confirmed recently. A check at a provider can use up a token.
    public func isCheckedAtLaunch(_ signIn: SignIn) -> Bool { gateways.provider(of: signIn) == nil }

    /// The error that makes the person's details possibly outdated; nil if they are current.
    public func problem(of signIn: SignIn) -> GatewayError? { unreachable.problem(of: signIn.id) }

    /// Whether a request must check a sign-in, because the gateway's last confirmation is too old. The background
    /// checks the sign-ins of a gateway that did not answer, see ``recheck()``.
    public func needsCheck(_ signIn: SignIn) -> Bool {
        isAtGateway(signIn) && problem(of: signIn) == nil && age(of: signIn) >= gateways.recheck
    }

    /// Whether a sign-in may be used although its gateway does not answer, because the last confirmation is recent
    /// enough.
    public func isTrusted(_ signIn: SignIn) -> Bool { age(of: signIn) < gateways.trust }

    /// The time since the last check, in seconds.
    private func age(of signIn: SignIn) -> TimeInterval { abs(now().timeIntervalSince(signIn.checkedAt)) }

    /// Asks the account's gateway whether a sign-in is still in force, and ends it if not. Sign-ins elsewhere are in force.
    /// Concurrent calls share one check, which continues if a caller is cancelled.
    ///
    /// - Throws: `CancellationError`; the errors of the store; ``StorageFailure`` if no key of this server opens the
    ///   token.
    public func check(_ signIn: SignIn) async throws -> State {
        try await running.check(signIn.id) { isCurrent in try await ask(signIn, isCurrent: isCurrent) }.value
    }

    /// - Parameter isCurrent: whether further callers get the result. If false, the check has taken too long, which is
    ///   recorded, and a later check may have succeeded.
    private func ask(_ signIn: SignIn, isCurrent: () -> Bool = { true }) async throws -> State {
        if let provider = gateways.provider(of: signIn) {
            return try await ask(signIn, at: provider, isCurrent)
        }
        let account = signIn.account.id
        guard gateways.has(account.server) else { return .inForce }
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

    /// Asks a gateway, and records whether it answers at all.
    private func me(
        _ token: GatewayUserName, at gateway: any Gateway, of server: ServerID, _ isCurrent: () -> Bool
    ) async throws(GatewayError) -> GatewayPerson {
        do {
            let person = try await gateway.me(token)
            unreachable.setSilence(nil, of: server)
            return person
        } catch {
            noteSilence(error, of: server, isCurrent)
            throw error
        }
    }

    private func noteSilence(_ error: GatewayError, of server: ServerID, _ isCurrent: () -> Bool) {
        // A refusal for too many requests is an answer too, but only for this sign-in.
        if error.isSilence, isCurrent() { unreachable.setSilence(error, of: server) }
        if !error.isSilence, error != .cancelled { unreachable.setSilence(nil, of: server) }
    }

    /// Leaves the check of a sign-in to ``recheck()`` if its gateway does not answer any request. The sign-in is
    /// unreachable until then.
    ///
    /// - Returns: whether the gateway answers no requests.
    public func leaveToRecheck(_ signIn: SignIn) -> Bool {
        guard let error = unreachable.silence(of: signIn.checkingServer) else { return false }
        add(error, of: signIn)
        return true
    }

    /// Records that a check takes too long. The next call of ``check(_:)`` does not wait for it again.
    public func recordUnreachable(_ signIn: SignIn, _ error: GatewayError) {
        running.forget(signIn.id)
        add(error, of: signIn)
        unreachable.setSilence(error, of: signIn.checkingServer)
    }

    private func add(_ error: GatewayError, of signIn: SignIn) {
        if unreachable.add(signIn, error) { publish(signIn) }
    }

    /// Repeats the checks of the sign-ins whose gateway did not answer. Begins with one sign-in of each gateway.
    public func recheck() async throws {
        let byServer = Dictionary(grouping: unreachable.signIns, by: \.checkingServer)
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

    /// A token that no key here opens must not prevent the checks of the others.
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

// MARK: Identity providers

extension GatewaySignIns {
    /// Asks an identity provider with the refresh token of a sign-in. Of several servers, one asks: the provider may replace
    /// the token, and end all of a login whose old token comes again.
    private func ask(
        _ signIn: SignIn, at provider: any IdentityProvider, _ isCurrent: () -> Bool
    ) async throws -> State {
        let (id, time) = (signIn.id, now())
        guard try await store.write({ try $0.claimCheck(of: id, until: time + Self.turn, at: time) }) else {
            if isTrusted(signIn) { return .inForce }
            add(.timedOut, of: signIn)
            return .unreachable(.timedOut)
        }
        let account = signIn.account.id
        do {
            let sealed = try await store.gatewayToken(of: id)
            let tokens = try sealed.flatMap { ProviderTokens(try gateways.box.openStored($0, of: account)) }
            // A provider that has given no refresh token is not asked.
            guard let tokens, let refresh = tokens.refresh, let subject = try await subject(of: signIn) else {
                return try await note(signIn)
            }
            let answer: ProviderRefresh
            do throws(GatewayError) {
                answer = try await provider.refresh(refresh, of: subject)
            } catch {
                noteSilence(error, of: signIn.checkingServer, isCurrent)
                // A proof may have brought other tokens during the call.
                if error == .refused(.credentials), try await store.gatewayToken(of: id) != sealed {
                    return try await note(signIn)
                }
                throw error
            }
            unreachable.setSilence(nil, of: signIn.checkingServer)
            var fresh = tokens
            fresh.refresh = answer.token ?? refresh
            let stored = try (fresh == tokens ? nil : fresh.stored).map { try gateways.box.seal($0, of: account) }
            if let person = answer.person, person.subject != subject { throw AuthError.otherPerson }
            if let problem = answer.problem {
                try await store.write { [sealed] transaction in
                    if let stored { try transaction.replaceTokens(of: signIn, sealed, by: stored) }
                }
                throw problem
            }
            return try await note(signIn, answer.person, replacing: sealed, by: stored)
        } catch GatewayError.refused(.credentials) {
            return try await end(signIn, .refused)
        } catch GatewayError.refused(.forbidden) {
            return try await end(signIn, .forbidden)
        } catch AuthError.otherPerson {
            return try await end(signIn, .otherPerson)
        } catch GatewayError.cancelled {
            try await release(signIn)
            throw CancellationError()
        } catch let error as GatewayError {
            try await release(signIn)
            if isCurrent() { add(error, of: signIn) }
            return .unreachable(error)
        } catch {
            try await release(signIn)
            throw error
        }
    }

    /// The provider's identifier of the person of a sign-in; nil if it has ended.
    private func subject(of signIn: SignIn) async throws -> String? {
        try await store.read { try $0.providerSubject(of: signIn.id) }
    }

    private func release(_ signIn: SignIn) async throws {
        try await store.write { try $0.releaseCheck(of: signIn.id) }
    }

    /// Stores the answer of a provider.
    private func note(
        _ signIn: SignIn, _ person: ProviderPerson? = nil, replacing old: Data? = nil, by tokens: Data? = nil
    ) async throws -> State {
        let time = now()
        let isOpen = try await store.write { transaction in
            if let tokens { try transaction.replaceTokens(of: signIn, old, by: tokens) }
            guard let open = try transaction.signIns(SignInFilter(id: signIn.id)).first,
                try transaction.update(signIn.id, of: open.browser, .checkedAt(time))
            else { return false }
            if let person, let provider = signIn.provider {
                try transaction.setDetails(person, of: open.signIn.account, from: provider)
            }
            return true
        }
        if unreachable.remove(signIn.id) { publish(signIn) }
        return isOpen ? .inForce : .ended(.refused)
    }
}

extension SignIn {
    /// The server that confirms it: its identity provider, or the gateway of its account.
    package var checkingServer: ServerID { provider ?? account.id.server }
}

/// The running checks, one for each sign-in.
private final class RunningChecks: Sendable {
    typealias Check = Task<GatewaySignIns.State, any Error>
    private let checks = Mutex((running: [SignIn.ID: (number: Int, check: Check)](), last: 0))

    /// The running check of a sign-in, or a new one. The work can ask whether further callers still get its result.
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

    /// Continues the running check of a sign-in without giving it to further callers.
    func forget(_ signIn: SignIn.ID) {
        checks.withLock { $0.running[signIn] = nil }
    }

    private func end(_ number: Int, of signIn: SignIn.ID) {
        checks.withLock { if $0.running[signIn]?.number == number { $0.running[signIn] = nil } }
    }
}
