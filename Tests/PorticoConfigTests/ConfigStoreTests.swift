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

@Suite("The in-memory store of workplaces")
struct WorkplaceStoreTests {
    @Test("keeps workplaces as every store must", arguments: WorkplaceStoreContract.all)
    func contract(contract: Contract<any WorkplaceStore>) async throws {
        try await contract.check(MemoryWorkplaceStore())
    }
}
