import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("The log of security events")
struct SecurityLogTests {
    @Test("16.4.2 is cut to the maximum from time to time: the oldest events go")
    func maximum() async throws {
        let auth = AuthFixture(policy: AuthPolicy(eventsMaximum: 3))
        for number in 0..<5 {
            _ = try await auth.failure("nobody\(number)", as: AuthFixture.stranger(at: "192.0.2.\(number)"))
        }
        try await auth.services.deleteExpired(at: auth.clock.now())
        let kept = try await auth.events(.signInFailed).map(\.client.address)
        #expect(Set(kept) == ["192.0.2.2", "192.0.2.3", "192.0.2.4"])
    }
}
