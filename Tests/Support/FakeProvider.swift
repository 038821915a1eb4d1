import Foundation
import PorticoAuth
import PorticoConfig
import Synchronization

/// An identity provider in memory, where anybody is whom the test names.
package final class FakeProvider: IdentityProvider {
    private struct State {
        var people: [String: ProviderPerson] = [:]
        var error: GatewayError?
        var proofs: [Bool] = []
        var logouts: [String: ProviderLogoutToken] = [:]
        var refreshes: [String: Result<ProviderRefresh, GatewayError>] = [:]
        var refreshed: [String] = []
        var revoked: [String] = []
    }

    private let state = Mutex(State())

    package init(rechecks: Bool = false, logsOut: Bool = false) {
        self.rechecks = rechecks
        self.logsOut = logsOut
    }

    package let origin = "https://provider.example"
    /// Whether sign-ins are checked with their refresh tokens.
    package let rechecks: Bool
    /// Whether people who log out also log out at the provider.
    package let logsOut: Bool

    /// Makes further logins with `code` those of a person.
    package func setPerson(
        _ code: String, subject: String, userNames: [String], name: String? = nil, email: String? = nil,
        groups: Set<GroupName>? = nil, session: ProviderSession? = nil
    ) {
        let person = ProviderPerson(
            subject: subject, userNames: userNames.compactMap(UserName.init), name: name,
            email: email.flatMap(EmailAddress.init), groups: groups, session: session)
        state.withLock { $0.people[code] = person }
    }

    /// Makes a logout token count.
    package func setLogout(_ token: String, subject: String? = nil, session: String? = nil, at time: Date) {
        state.withLock {
            $0.logouts[token] = ProviderLogoutToken(subject: subject, session: session, issuedAt: time)
        }
    }

    /// Sets the answer about a refresh token; unknown ones are refused.
    package func setRefresh(_ token: String, _ answer: Result<ProviderRefresh, GatewayError>) {
        state.withLock { $0.refreshes[token] = answer }
    }

    /// The refresh tokens that were used, and those that were ended.
    package var refreshed: [String] { state.withLock { $0.refreshed } }
    package var revoked: [String] { state.withLock { $0.revoked } }

    package func logout(_ token: String) async throws(GatewayError) -> ProviderLogoutToken {
        let (error, logout) = state.withLock { ($0.error, $0.logouts[token]) }
        if let error { throw error }
        guard let logout else { throw .invalidAnswer(.invalid("logout_token")) }
        return logout
    }

    package func refresh(_ token: String, of subject: String) async throws(GatewayError) -> ProviderRefresh {
        let (error, answer) = state.withLock { state in
            state.refreshed.append(token)
            return (state.error, state.refreshes[token])
        }
        if let error { throw error }
        guard let answer else { throw .refused(.credentials) }
        return try answer.get()
    }

    package func revoke(_ token: String) async throws(GatewayError) {
        if let error = state.withLock({ $0.error }) { throw error }
        state.withLock { $0.revoked.append(token) }
    }

    package func logoutAddress(idToken: String?, returnAddress: String) async throws(GatewayError) -> String? {
        if let error = state.withLock({ $0.error }) { throw error }
        return "\(origin)/logout?hint=\(idToken ?? "")"
    }

    /// Makes every further call fail with `error`; nil ends the failure.
    package func fail(_ error: GatewayError?) { state.withLock { $0.error = error } }

    /// For each login that has begun, whether the person had to prove their identity.
    package var proofs: [Bool] { state.withLock { $0.proofs } }

    package func address(of login: ProviderLogin) async throws(GatewayError) -> String {
        if let error = state.withLock({ $0.error }) { throw error }
        state.withLock { $0.proofs.append(login.isProof) }
        return "\(origin)/authorize?state=\(login.state)"
    }

    package func person(
        of login: ProviderLogin, _ answer: ProviderAnswer
    ) async throws(GatewayError) -> ProviderPerson {
        let (error, person) = state.withLock { ($0.error, $0.people[answer.code]) }
        if let error { throw error }
        guard let person else { throw .failed(status: 400) }
        return person
    }
}
