import Foundation
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("The log of security events")
struct SecurityLogTests {
    @Test("16.4.2 never holds more events than the maximum: the write of one deletes the oldest")
    func maximum() async throws {
        let auth = AuthFixture(policy: AuthPolicy(eventsMaximum: 3))
        for number in 0..<5 {
            _ = try await auth.failure("nobody\(number)", as: AuthFixture.stranger(at: "192.0.2.\(number)"))
            let events = try await auth.events(.signInFailed)
            #expect(events.count == min(number + 1, 3))
            #expect(events.last?.client.address == "192.0.2.\(number)")
        }
    }
}
