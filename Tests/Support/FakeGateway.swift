import Foundation
import PorticoAuth
import PorticoConfig
import Synchronization

/// A gateway in memory with configurable people, workplaces and errors.
package final class FakeGateway: Gateway {
    private struct State {
        var people: [String: (password: String, person: GatewayPerson)] = [:]
        var tokens: [GatewayUserName: String] = [:]
        var workplaces: WorkplaceDirectory?
        var workplacesError: GatewayError?
        var workplacesCalls = 0
        var meCalls = 0
        var error: GatewayError?
        var errors: [String: GatewayError] = [:]
        var givesOneToken = false
        var whileAsked: (@Sendable () async throws -> Void)?
        var last = 0
    }

    private let state = Mutex(State())

    /// A gateway without people.
    package init() {}

    /// Adds or replaces a person. An invalid employee number is ignored.
    package func setPerson(
        _ userName: String, password: String, number: String, name: String, groups: Set<GroupName>? = nil
    ) {
        guard let number = EmployeeNumber(number) else { return }
        state.withLock {
            $0.people[userName] = (password, GatewayPerson(employeeNumber: number, name: name, groups: groups))
        }
    }

    /// Makes every further call fail with `error`; nil ends the failure.
    package func fail(_ error: GatewayError?) { state.withLock { $0.error = error } }

    /// Makes every further call with a token of this user fail with `error`; nil ends the failure.
    package func fail(_ error: GatewayError?, for userName: String) { state.withLock { $0.errors[userName] = error } }

    /// Makes all further sign-ins return the same token.
    package func giveOneToken() { state.withLock { $0.givesOneToken = true } }

    /// Runs `work` once, during the next call of `me` or `workplaces`.
    package func whileAsked(_ work: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.whileAsked = work }
    }

    /// Sets the workplaces, which are empty by default.
    package func setWorkplaces(_ directory: WorkplaceDirectory) { state.withLock { $0.workplaces = directory } }

    /// Makes further calls of `workplaces` fail with `error`; nil ends the failure.
    package func failWorkplaces(_ error: GatewayError?) { state.withLock { $0.workplacesError = error } }

    /// The number of calls of `workplaces`.
    package var workplacesCalls: Int { state.withLock { $0.workplacesCalls } }

    /// The number of calls of `me`.
    package var meCalls: Int { state.withLock { $0.meCalls } }

    /// Revokes all tokens.
    package func revoke() { state.withLock { $0.tokens = [:] } }

    /// The valid tokens.
    package var tokens: Set<GatewayUserName> { state.withLock { Set($0.tokens.keys) } }

    package func login(userName: String, password: String) async throws(GatewayError) -> GatewayLogin {
        try answer { state throws(GatewayError) in
            guard let found = state.people[userName], found.password == password else { throw .refused(.credentials) }
            if !state.givesOneToken { state.last += 1 }
            guard let token = GatewayUserName("token-\(state.last)") else { throw .unreachable }
            state.tokens[token] = userName
            return GatewayLogin(gatewayUserName: token, person: found.person)
        }
    }

    package func me(_ token: GatewayUserName) async throws(GatewayError) -> GatewayPerson {
        state.withLock { $0.meCalls += 1 }
        if let work = state.withLock({ $0.whileAsked.take() }) {
            do { try await work() } catch { throw .unreachable }
        }
        return try answer { state throws(GatewayError) in
            guard let name = state.tokens[token], let found = state.people[name] else { throw .refused(.credentials) }
            if let error = state.errors[name] { throw error }
            return found.person
        }
    }

    package func workplaces(_ token: GatewayUserName) async throws(GatewayError) -> WorkplaceDirectory {
        state.withLock { $0.workplacesCalls += 1 }
        _ = try await me(token)
        let (known, error) = state.withLock { ($0.workplaces, $0.workplacesError) }
        if let error { throw error }
        if let known { return known }
        do { return try WorkplaceDirectory(verifying: Data(#"{"factories": []}"#.utf8)) } catch {
            throw .invalidAnswer(.workplaces(error))
        }
    }

    package func logout(_ token: GatewayUserName) async throws(GatewayError) {
        try answer { state throws(GatewayError) in
            guard let name = state.tokens[token] else { throw .refused(.credentials) }
            if let error = state.errors[name] { throw error }
            state.tokens[token] = nil
        }
    }

    private func answer<Value>(_ work: (inout State) throws(GatewayError) -> Value) throws(GatewayError) -> Value {
        try state.withLock { state throws(GatewayError) in
            if let error = state.error { throw error }
            return try work(&state)
        }
    }
}
