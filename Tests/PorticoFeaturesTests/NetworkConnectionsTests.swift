import Metrics
import PorticoAuth
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("Connections of one network")
struct NetworkConnectionsTests {
    private let networks = NetworkConnections(most: 2, factory: NOOPMetricsHandler.instance)

    @Test("are limited to its share, and separate from those of others")
    func share() {
        let (one, neighbour, other) = (
            Client(address: "2001:db8:1:2::7"), Client(address: "2001:db8:1:2::8"), Client(address: "192.0.2.7")
        )
        #expect(networks.open(one) && networks.open(neighbour))
        #expect(!networks.open(one) && !networks.open(neighbour))
        #expect(networks.open(other))
        networks.close(neighbour)
        #expect(networks.open(one))
        #expect(!networks.open(one))
    }
}
