import PorticoAuth
import PorticoTestSupport
import Testing

@Suite("The in-memory store")
struct MemoryStoreTests {
    @Test("keeps accounts and sign-ins as every store must", arguments: AuthStoreContract.all)
    func contract(contract: Contract<any AuthStore>) async throws {
        try await contract.check(MemoryAuthStore())
    }
}
