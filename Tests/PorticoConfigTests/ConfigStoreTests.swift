import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("The in-memory configuration store")
struct ConfigStoreTests {
    @Test("keeps configuration as every store must", arguments: ConfigStoreContract.all)
    func contract(contract: Contract<any ConfigStore>) async throws {
        try await contract.check(MemoryConfigStore())
    }
}
