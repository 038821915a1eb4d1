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
    }

    private let state = Mutex(State())

    package init() {}

    package let origin = "https://provider.example"

    /// Makes further logins with `code` those of a person.
    package func setPerson(
        _ code: String, subject: String, userNames: [String], name: String? = nil, email: String? = nil,
        groups: Set<GroupName>? = nil
    ) {
        let person = ProviderPerson(
            subject: subject, userNames: userNames.compactMap(UserName.init), name: name,
            email: email.flatMap(EmailAddress.init), groups: groups)
        state.withLock { $0.people[code] = person }
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
