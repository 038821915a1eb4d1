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

    @Test("16.3.1 counts refusals, also while they cannot be stored")
    func refusals() async throws {
        let auth = AuthFixture()
        let event = SecurityEvent(
            .signInLimited, account: nil, client: AuthFixture.stranger(at: "192.0.2.1").client, time: auth.clock.now())
        #expect(try await auth.services.refusals.note(event, about: "ada"))
        for _ in 0..<2 { #expect(try await !auth.services.refusals.note(event, about: "ada")) }
        auth.clock.advance(by: 60)
        auth.store.setDown(true)
        await #expect(throws: (any Error).self) { try await auth.services.refusals.flush() }
        await #expect(throws: (any Error).self) { try await auth.services.refusals.note(event, about: "ada") }
        auth.store.setDown(false)
        try await auth.services.refusals.flush()
        #expect(try await auth.events(.signInLimited).map(\.count) == [1, 3])
    }
}
